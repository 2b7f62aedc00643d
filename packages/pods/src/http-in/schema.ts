import {
  type CompiledPod,
  choice,
  everyWay,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { basicPasswordColumn, maxAgeColumn, POINTER, servedColumns } from "@hubwart/runtime/columns";
import { listenerProblems, listensAt } from "@hubwart/runtime/listeners";
import { maxAgeProblem } from "@hubwart/runtime/max-age";
import { reporter } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";

/** Columns of the HTTP server. Pure data and rules; the server itself is in `index.ts`. */
export const httpInIfaceColumns = {
  ...servedColumns("https"),
  auth: choice(["none", "token", "basic", "github", "stripe"], {
    default: "none",
    doc: "How callers identify themselves: not at all, by token (Bearer or X-Token), by user and password, or by a signature over what they send, as webhooks of GitHub (X-Hub-Signature-256) and Stripe (Stripe-Signature, at most 5 min old) do.",
    help: "Anmeldung der Aufrufer: none (keine), token (Bearer oder X-Token), basic (Benutzer und Passwort), github oder stripe (Webhook mit Signatur; bei stripe höchstens 5 Minuten alt)",
  }),
  secret: text({
    maxLength: 1024,
    secret: true,
    doc: "Secret of the signature for auth = github or stripe.",
    help: "Geheimnis der Signatur für auth = github oder stripe",
  }),
  token: text({
    maxLength: 1024,
    secret: true,
    pattern: /^[\x21-\x7e]+$/,
    doc: "Token for auth = token; at least 16 random characters are advisable.",
    help: "Token für auth = token; ratsam sind mindestens 16 zufällige Zeichen",
  }),
  user: text({
    maxLength: 255,
    pattern: /^[^:]+$/,
    doc: "User name for auth = basic; without a colon.",
    help: "Benutzername für auth = basic, ohne Doppelpunkt",
  }),
  password: basicPasswordColumn,
} as const;

export const httpInChannelColumns = {
  path: text({
    required: true,
    maxLength: 1024,
    pattern: /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*$/,
    doc: "Path of the channel. Several channels of direction in may share one, each with its own pointer.",
    help: "Pfad des Channels, z. B. /keller/temperatur",
  }),
  pointer: text({
    ...POINTER,
    doc: "JSON pointer (RFC 6901) to the value within a JSON body.",
    help: "JSON-Pointer auf den Wert im gesendeten JSON, z. B. /sensor/temperatur",
  }),
  max_age: maxAgeColumn,
} as const;

export type HttpInIface = RowOf<typeof httpInIfaceColumns>;
export type HttpInChannel = RowOf<typeof httpInChannelColumns>;

export const httpInSchema: PodSchema = {
  type: "http_in",
  label: LABELS.http_in,
  doc: "HTTP server: GET reads a channel that the hub writes, POST and PUT set one.",
  ifaceColumns: httpInIfaceColumns,
  channelColumns: httpInChannelColumns,
  ...everyWay("in", "string"),
  maxIfaces: 16,
  listens: listensAt,
  check: checkHttpIn,
};

export function checkHttpIn(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems = [...listenerProblems(pod.ifaces), ...pod.channels.flatMap(maxAgeProblem)];
  for (const iface of pod.ifaces) {
    const config = iface.config as HttpInIface;
    const report = reporter(problems, iface.id);
    if (config.auth === "token" && !config.token) {
      report("token", "Das Token fehlt", "Tragen Sie ein Token ein oder wählen Sie eine andere Anmeldung.");
    }
    if (config.auth === "basic" && !config.user) {
      report("user", "Der Benutzername fehlt", "Tragen Sie Benutzername und Passwort ein.");
    }
    if (config.auth === "basic" && !config.password) {
      report("password", "Das Passwort fehlt", "Tragen Sie Benutzername und Passwort ein.");
    }
    if (isSigned(config) && !config.secret) {
      report("secret", "Das Geheimnis fehlt", "Tragen Sie ein, womit der Absender unterschreibt.");
    }
  }

  const readers = new Map<string, string>();
  const setters = new Map<string, string>();
  for (const channel of pod.channels) {
    const config = channel.config as HttpInChannel;
    const clash = (seen: Map<string, string>, key: string, text: (chan: string) => string) => {
      const other = seen.get(key);
      if (other === undefined) seen.set(key, channel.chan);
      else
        problems.push({
          where: channel.chan,
          attribute: "path",
          text: text(other),
          hint: "Geben Sie jedem Channel einen eigenen Pfad.",
        });
    };
    const path = `${channel.iface} ${config.path}`;
    const iface = pod.ifaces.find(({ id }) => id === channel.iface)?.config as HttpInIface | undefined;
    if (iface && isSigned(iface) && channel.dir !== "in") {
      problems.push({
        where: channel.chan,
        attribute: "dir",
        text: "Mit einer Signatur kann ein Channel nur gesetzt werden",
        hint: "Wählen Sie die Richtung „in“.",
      });
    }
    if (channel.dir !== "in") {
      clash(readers, path, (other) => `Der Pfad wird schon vom Channel „${other}“ gelesen`);
    }
    if (channel.dir !== "out") {
      clash(
        setters,
        `${path} ${config.pointer ?? ""}`,
        (other) => `Pfad und JSON-Pointer sind schon vom Channel „${other}“ belegt`,
      );
    } else if (config.pointer !== undefined) {
      problems.push({
        where: channel.chan,
        attribute: "pointer",
        text: "„pointer“ gilt nur beim Setzen",
        hint: "Leeren Sie die Zelle.",
      });
    }
  }
  return problems;
}

/** Callers sign what they send; then they can only send. */
export function isSigned({ auth }: Pick<HttpInIface, "auth">): boolean {
  return auth === "github" || auth === "stripe";
}
