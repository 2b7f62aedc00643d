import {
  type CompiledPod,
  choice,
  everyWay,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { keyPairCheck, tlsProblems } from "@hubwart/runtime/client-certificate";
import { tlsColumns } from "@hubwart/runtime/columns";
import { reporter } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { notifyChannelColumns, notifyIfaceColumns, notifyProblems } from "../shared/notify/columns.ts";
import { isAddress } from "./xmpp/account.ts";
import { targetProblem, xmppProblems } from "./xmpp/rules.ts";

/** Columns of the chat pod. Pure data and rules; the pod itself is in `index.ts`. */
export const SERVICES = ["matrix", "telegram", "xmpp", "slack", "mattermost", "teams"] as const;
export type ServiceName = (typeof SERVICES)[number];

export const chatIfaceColumns = {
  service: choice(SERVICES, {
    default: "matrix",
    doc: "Service: Matrix, Telegram, XMPP, or an incoming webhook of Slack, Mattermost or Teams.",
    help: "Dienst: matrix, telegram, xmpp oder ein eingehender Webhook von slack, mattermost oder teams",
  }),
  url: text({
    maxLength: 500,
    doc: "Matrix: address of the homeserver. Telegram: another address of the bot API. XMPP: server that the domain of the account does not name itself, `xmpp://host:port` (STARTTLS) or `xmpps://host:port` (TLS).",
    help: "Matrix: Adresse des Homeservers. Telegram: andere Adresse der Bot-API. XMPP: Server, wenn ihn die Domain des Kontos nicht selbst nennt (xmpp://host:port, xmpps://host:port)",
  }),
  user: text({
    maxLength: 500,
    doc: "XMPP: address of the pod's account, e.g. `hub@example.org`.",
    help: "XMPP: Adresse des Kontos, z. B. hub@example.org",
  }),
  token: text({
    maxLength: 2000,
    secret: true,
    doc: "Matrix: access token. Telegram: bot token. XMPP: password.",
    help: "Matrix: Access-Token. Telegram: Bot-Token. XMPP: Passwort",
  }),
  webhook: text({
    maxLength: 2000,
    secret: true,
    doc: "Address of the incoming webhook; whoever knows it can post.",
    help: "Adresse des eingehenden Webhooks; wer sie kennt, kann schreiben",
  }),
  to: text({
    maxLength: 500,
    doc: "Matrix: room id. Telegram: chat id. XMPP: address, of a room with `?join` behind it. Of channels that name none.",
    help: "Matrix: Raum-ID (!…). Telegram: Chat-ID. XMPP: Adresse, bei einem Raum mit ?join dahinter. Gilt für Channels ohne eigene Angabe",
  }),
  allowed: text({
    maxLength: 4000,
    doc: "Senders whose commands are obeyed, separated by commas: Matrix addresses, Telegram user ids, XMPP addresses. None if empty.",
    help: "Absender, deren Befehle gelten, mit Komma getrennt: Matrix-Adressen, Telegram-Benutzer-IDs, XMPP-Adressen; leer: keine Befehle",
  }),
  ...tlsColumns,
  ...notifyIfaceColumns,
} as const;

export const chatChannelColumns = {
  to: text({
    maxLength: 500,
    doc: "Room or chat; that of the interface if empty.",
    help: "Raum oder Chat; leer: wie bei der Schnittstelle",
  }),
  command: text({
    maxLength: 40,
    pattern: /^[\p{L}\p{N}_-]+$/u,
    doc: "Name by which commands read (out) and set (in) the channel: wert NAME, setze NAME WERT.",
    help: "Name, unter dem Befehle den Channel lesen (out) und setzen (in): wert NAME, setze NAME WERT",
  }),
  ...notifyChannelColumns,
  when: choice(["change", "always", "above", "below", "true", "false", "bad", "never"], {
    default: "change",
    doc: "What triggers a message: another value, every value, a limit, a switch, no good value, or nothing.",
    help: "Auslöser: change (anderer Wert), always (jeder Wert), above/below (Grenzwert), true/false (Schaltwert), bad (kein gültiger Wert), never (keiner, nur Befehle)",
  }),
} as const;

export type ChatIface = RowOf<typeof chatIfaceColumns>;
export type ChatChannel = RowOf<typeof chatChannelColumns>;

export const checkChatKeys = keyPairCheck(() => true);

export const chatSchema: PodSchema = {
  type: "chat",
  label: LABELS.chat,
  doc: "Sends messages to chats when a value changes, passes a limit or is missing; obeys commands of allowed senders.",
  ifaceColumns: chatIfaceColumns,
  channelColumns: chatChannelColumns,
  example: {
    iface: { url: "https://matrix.example.org", token: "geheim", to: "!raum:example.org" },
  },
  ...everyWay("out", "float"),
  maxIfaces: 8,
  tells: true,
  check: checkChat,
  checkLater: checkChatKeys,
};

export function isWebhook(service: ServiceName): service is "slack" | "mattermost" | "teams" {
  return service === "slack" || service === "mattermost" || service === "teams";
}

export function sendersOf({ allowed = "", service }: Pick<ChatIface, "allowed" | "service">): string[] {
  return allowed
    .split(",")
    .map((part) => (service === "xmpp" ? part.trim().toLowerCase() : part.trim()))
    .filter((part) => part !== "");
}

/** What a header may hold. */
const VISIBLE = /^[\x21-\x7e]+$/;

const SENDER: Partial<Record<ServiceName, RegExp>> = {
  matrix: /^@[^\s:]+:[^\s]+$/,
  telegram: /^\d+$/,
};

function isSender(service: ServiceName, sender: string): boolean {
  return service === "xmpp"
    ? isAddress(sender)
    : !Object.hasOwn(SENDER, service) || SENDER[service]?.test(sender) !== false;
}

export function checkChat(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems = pod.ifaces.flatMap(({ config, id }) => ifaceProblems(id, config as ChatIface));
  const ifaces = new Map(pod.ifaces.map(({ config, id }) => [id, config as ChatIface]));
  const commands = new Map<string, string>();
  for (const channel of pod.channels) {
    const config = channel.config as ChatChannel;
    const iface = ifaces.get(channel.iface);
    const report = reporter(problems, channel.chan);
    if (config.when !== "never" && channel.dir !== "in") problems.push(...notifyProblems(channel));
    if (config.command !== undefined) {
      const key = `${channel.iface} ${config.command.toLowerCase()}`;
      const first = commands.get(key);
      if (first !== undefined) {
        report(
          "command",
          `Den Befehlsnamen „${config.command}“ hat schon ${first}`,
          "Geben Sie jedem Channel einen eigenen.",
        );
      }
      commands.set(key, channel.chan);
      if (iface && sendersOf(iface).length === 0) {
        report(
          "command",
          "Niemand darf Befehle geben",
          "Nennen Sie bei der Schnittstelle „allowed“ oder leeren Sie „command“.",
        );
      }
    } else if (channel.dir !== "out") {
      report(
        "command",
        "Ohne Befehlsnamen lässt sich der Channel nicht setzen",
        "Füllen Sie „command“ aus oder wählen Sie die Richtung „out“.",
      );
    }
    const sends = channel.dir !== "in" && config.when !== "never";
    const to = config.to ?? iface?.to;
    if (sends && iface && !isWebhook(iface.service) && to === undefined) {
      report("to", "Der Empfänger fehlt", "Tragen Sie „to“ hier oder bei der Schnittstelle ein.");
    }
    if (iface?.service === "xmpp") problems.push(...targetProblem(channel.chan, config.to));
  }
  return problems;
}

function ifaceProblems(id: string, iface: ChatIface): PodProblem[] {
  const problems: PodProblem[] = [];
  const report = reporter(problems, id);
  const { service } = iface;
  if (isWebhook(service)) {
    if (iface.webhook === undefined)
      report("webhook", "Die Adresse des Webhooks fehlt", "Kopieren Sie sie aus dem Dienst.");
    else if (!isHttp(iface.webhook))
      report("webhook", "Das ist keine Web-Adresse", "Sie beginnt mit https://.");
    if (sendersOf(iface).length > 0)
      report("allowed", "Ein Webhook kann keine Befehle empfangen", "Leeren Sie „allowed“.");
  } else {
    if (iface.token === undefined) {
      const what = service === "xmpp" ? "Das Passwort" : "Das Token";
      report("token", `${what} fehlt`, "Füllen Sie „token“ aus.");
    }
    if (iface.webhook !== undefined)
      report("webhook", `Der Dienst „${service}“ hat keinen Webhook`, "Leeren Sie die Zelle.");
  }
  if (service === "matrix" && iface.url === undefined) {
    report("url", "Die Adresse des Homeservers fehlt", "Erlaubt ist z. B. https://matrix.example.org.");
  }
  if (iface.url !== undefined && (service === "matrix" || service === "telegram") && !isHttp(iface.url)) {
    report("url", `„${iface.url}“ ist keine Web-Adresse`, "Erlaubt ist z. B. https://matrix.example.org.");
  }
  if (service === "matrix" && iface.token !== undefined && !VISIBLE.test(iface.token)) {
    report(
      "token",
      "Das Token enthält unerlaubte Zeichen",
      "Kopieren Sie es ohne Leerzeichen und Zeilenumbruch.",
    );
  }
  if (service === "telegram" && iface.token !== undefined && !/^\d+:[A-Za-z0-9_-]+$/.test(iface.token)) {
    report("token", "Das ist kein Bot-Token von Telegram", "Es hat die Form 123456:ABC….");
  }
  if (service === "xmpp") problems.push(...xmppProblems(id, iface));
  else if (iface.user !== undefined)
    report("user", `Der Dienst „${service}“ braucht kein Konto`, "Leeren Sie die Zelle.");
  problems.push(...tlsProblems(id, iface, true));
  const bad = sendersOf(iface).find((sender) => !isSender(service, sender));
  if (bad !== undefined) {
    report(
      "allowed",
      `„${bad}“ ist kein Absender dieses Dienstes`,
      "Matrix: @name:server, Telegram: Benutzer-ID (eine Zahl), XMPP: name@server.",
    );
  }
  return problems;
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
