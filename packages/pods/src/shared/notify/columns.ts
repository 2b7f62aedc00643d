/** Columns that every pod type has which sends messages to people, and their rules. */
import {
  type CompiledChannel,
  choice,
  float,
  int,
  type PodProblem,
  type RowOf,
  text,
} from "@hubwart/project";
import { reporter } from "@hubwart/runtime/problems";

export const notifyIfaceColumns = {
  max_per_hour: int({
    default: 20,
    min: 1,
    max: 3600,
    doc: "Maximum messages per recipient and hour; further ones are joined into one digest.",
    help: "Höchstens so viele Nachrichten je Empfänger und Stunde; weitere werden zu einer Sammelnachricht",
  }),
  max_age: int({
    default: 48,
    min: 1,
    max: 720,
    unit: "h",
    doc: "Age at which a message that could not be delivered is given up.",
    help: "Nach dieser Zeit wird eine nicht zustellbare Nachricht aufgegeben",
  }),
} as const;

export const notifyChannelColumns = {
  when: choice(["change", "always", "above", "below", "true", "false", "bad"], {
    default: "change",
    doc: "What triggers a message: another value, every value, a limit passed upwards or downwards, a switch, or no good value.",
    help: "Auslöser: change (anderer Wert), always (jeder Wert), above/below (Grenzwert), true/false (Schaltwert), bad (kein gültiger Wert)",
  }),
  limit: float({ doc: "Limit of above and below.", help: "Grenzwert zu above und below" }),
  hysteresis: float({
    default: 0,
    min: 0,
    doc: "Distance from the limit at which the trigger is ready again.",
    help: "Abstand vom Grenzwert, ab dem wieder ausgelöst werden kann",
  }),
  after: int({
    default: 60,
    min: 5,
    max: 86_400,
    unit: "s",
    doc: "With bad: time without a good value until the message.",
    help: "Bei bad: so lange muss der gültige Wert fehlen",
  }),
  text: text({
    maxLength: 4000,
    default: "{chan}: {value}",
    doc: "Message with placeholders {value}, {json}, {chan}, {ts}, {iso}.",
    help: "Nachricht mit den Platzhaltern {value}, {json}, {chan}, {ts}, {iso}",
  }),
  clear: text({
    maxLength: 4000,
    doc: "Message when a limit, switch or bad value is over; none if empty.",
    help: "Nachricht, wenn Grenzwert, Schaltwert oder Ausfall vorbei ist; leer: keine",
  }),
} as const;

export type NotifyChannel = RowOf<typeof notifyChannelColumns>;

export function notifyProblems(channel: CompiledChannel): PodProblem[] {
  const problems: PodProblem[] = [];
  const config = channel.config as NotifyChannel;
  const report = reporter(problems, channel.chan);
  const limited = config.when === "above" || config.when === "below";
  if (limited && config.limit === undefined) {
    report("limit", "Der Grenzwert fehlt", "Tragen Sie „limit“ ein oder wählen Sie einen anderen Auslöser.");
  }
  if (limited && channel.type !== "int" && channel.type !== "float") {
    report("type", "Ein Grenzwert braucht eine Zahl", "Wählen Sie den Typ „int“ oder „float“.");
  }
  if (!limited && config.limit !== undefined) {
    report("limit", "Einen Grenzwert haben nur „above“ und „below“", "Leeren Sie die Zelle „limit“.");
  }
  if ((config.when === "true" || config.when === "false") && channel.type !== "bool") {
    report("type", "Ein Schaltwert braucht den Typ „bool“", "Ändern Sie die Spalte „type“.");
  }
  if (config.clear !== undefined && (config.when === "change" || config.when === "always")) {
    report("clear", `Beim Auslöser „${config.when}“ ist nichts vorbei`, "Leeren Sie die Zelle „clear“.");
  }
  return problems;
}
