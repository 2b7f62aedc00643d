/** Columns of the tables `alarms` and `classes`. */
import { type Columns, choice, flag, float, int, text } from "./columns.ts";
import { ALARM_ACKS, ALARM_KINDS } from "./compiled.ts";

const DAY = 86_400;

export const ALARM_COLUMNS = {
  id: text({
    required: true,
    doc: "Name of the alarm.",
    help: "Name der Meldung, z. B. vorlauf-zu-warm",
  }),
  source: text({
    required: true,
    maxLength: 300,
    doc: "Full name of a channel, constant, time programme or figure of a meter, or a pattern of several: `*` stands for any text, `?` for one character. Each match is an alarm of its own. Of the kind device: `device.*`, or the code of a finding, `device.disk-full`.",
    help: "Voller Name eines Channels, einer Konstante, eines Zeitprogramms oder eines Verbrauchs; mit * (beliebiger Text) und ? (ein Zeichen) mehrere auf einmal, z. B. modb_client.*.temperatur",
  }),
  kind: choice(ALARM_KINDS, {
    required: true,
    doc: "What the alarm looks for; script: the project's scripts say when it comes and goes; device: what the device finds wrong with itself.",
    help: "above/below (über/unter dem Grenzwert), outside (außerhalb von zweien), true/false (ja/nein), equals (gleich), rate (ändert sich zu schnell), stale (kein neuer Wert), bad (kein gültiger Wert), deviation (weicht von einem Sollwert ab), script (ein Skript meldet sie), device (was das Gerät an sich selbst bemängelt)",
  }),
  limit: text({
    doc: "above, below and equals: a value; rate: change per minute; stale: seconds; outside: `18;26`; deviation: reference and greatest distance, `mqtt.a.setpoint;2`; true, false, bad, script and device: empty. Each part may be a full name, as in source.",
    help: "Grenzwert; rate: Änderung je Minute; stale: Sekunden; outside: 18;26; deviation: Sollwert und größter Abstand, z. B. mqtt.a.soll;2. Jeder Teil darf ein voller Name sein wie bei source",
  }),
  hysteresis: float({
    min: 0,
    doc: "The value must come back by this much before the alarm goes; above, below, outside and deviation only.",
    help: "Um so viel muss der Wert zurückkommen, bis die Meldung geht; nur above, below, outside und deviation",
  }),
  on_delay: int({
    min: 0,
    max: DAY,
    unit: "s",
    doc: "The condition must hold this long before the alarm comes; not with script.",
    help: "So lange muss die Bedingung gelten, bis die Meldung kommt, in Sekunden",
  }),
  off_delay: int({
    min: 0,
    max: DAY,
    unit: "s",
    doc: "The condition must be over this long before the alarm goes; not with script.",
    help: "So lange muss die Bedingung vorbei sein, bis die Meldung geht, in Sekunden",
  }),
  priority: choice([1, 2, 3, 4], {
    default: 3,
    doc: "1 is the most urgent.",
    help: "Priorität: 1 ist die dringendste",
  }),
  class: text({
    doc: "Who is told: a class of the table `classes`. Nobody if empty.",
    help: "Wer benachrichtigt wird: eine Klasse aus der Tabelle classes; leer: niemand",
  }),
  text: text({
    maxLength: 500,
    doc: "What people read, with the placeholders `{value}`, `{unit}`, `{limit}`, `{label}` and `{channel}`; a sentence that suits the kind if empty.",
    help: "Text der Meldung mit den Platzhaltern {value}, {unit}, {limit}, {label} und {channel}; leer: ein passender Satz, z. B. „{label} ist über {limit} {unit}“",
  }),
  action: text({
    maxLength: 2_000,
    doc: "What to do about it.",
    help: "Was zu tun ist",
  }),
  ack: choice(ALARM_ACKS, {
    default: "on",
    doc: "What has to be acknowledged: nothing, that it came, or that it came and that it went.",
    help: "Was quittiert werden muss: none (nichts), on (das Kommen), both (Kommen und Gehen)",
  }),
  latch: flag({
    doc: "The alarm stays until somebody resets it, also when the condition is over.",
    help: "ja: bleibt stehen, bis jemand sie zurücksetzt, auch wenn die Bedingung vorbei ist",
  }),
  parent: text({
    doc: "The alarm that explains this one: while it stands, this one is suppressed. Of a row with a pattern the alarm of the same source, or else of the same pod.",
    help: "Meldung, die diese erklärt: solange sie steht, ist diese unterdrückt. Bei einem Muster zählt die derselben Quelle, sonst die desselben Pods",
  }),
  enable: text({
    doc: "Full name of a channel, constant or time programme of type bool: while it is not true, the alarm is suppressed.",
    help: "Voller Name eines Channels, einer Konstante oder eines Zeitprogramms vom Typ bool: solange dort nicht ja steht, ist die Meldung unterdrückt",
  }),
  tags: text({
    maxLength: 500,
    doc: "Words to filter by, separated by commas.",
    help: "Schlagworte zum Filtern, durch Komma getrennt",
  }),
} as const satisfies Columns;

export const CLASS_COLUMNS = {
  class: text({
    required: true,
    doc: "Name of the class. Further rows with the same name are its further steps.",
    help: "Name der Klasse, z. B. technik; weitere Zeilen mit demselben Namen sind ihre weiteren Stufen",
  }),
  step: int({
    default: 1,
    min: 1,
    max: 1_000,
    doc: "Order of the steps.",
    help: "Reihenfolge der Stufen",
  }),
  after: int({
    default: 0,
    min: 0,
    max: 7 * DAY,
    unit: "s",
    doc: "This long after the alarm came.",
    help: "So lange nach dem Kommen der Meldung, in Sekunden",
  }),
  way: text({
    required: true,
    doc: "Pods of type email or chat, or channels of theirs, whose recipients are told; several separated by commas.",
    help: "Pod des Typs email oder chat, oder einer seiner Channels, z. B. email.mail oder email.mail.technik; mehrere durch Komma getrennt",
  }),
  roster: text({
    maxLength: 100,
    doc: "Roster that is kept in the console: whoever is on duty there is told, by the ways of this step. The recipients of the ways if nobody is, or if empty.",
    help: "Bereitschaft, die in der Konsole gepflegt wird: wer dort Dienst hat, wird auf diesen Wegen benachrichtigt; hat niemand Dienst oder ist die Spalte leer, die Empfänger der Wege",
  }),
  repeat: int({
    min: 60,
    max: 7 * DAY,
    unit: "s",
    doc: "Told again after this time, each time after twice as long; once if empty.",
    help: "Nach dieser Zeit erneut, jedes Mal nach der doppelten, in Sekunden; leer: nur einmal",
  }),
  until: choice(["ack", "off"], {
    default: "ack",
    doc: "What ends the reminders and keeps the step from being taken: the acknowledgement, or that the alarm is over.",
    help: "Was Erinnerungen und diese Stufe beendet: ack (die Quittierung) oder off (das Gehen der Meldung)",
  }),
} as const satisfies Columns;

export const ALARM_TABLES = {
  alarms: { columns: ALARM_COLUMNS, required: ["id", "source", "kind"] },
  classes: { columns: CLASS_COLUMNS, required: ["class", "way"] },
} as const;
