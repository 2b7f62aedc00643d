import {
  type CompiledPod,
  choice,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { basicPasswordColumn, POINTER, tlsColumns } from "../base/columns.ts";
import { headersProblem } from "./headers.ts";

/** Columns of the HTTP client. Pure data and rules; the client itself is in `index.ts`. */
export const httpOutIfaceColumns = {
  url: text({
    required: true,
    maxLength: 2048,
    doc: "Base URL (http or https) that the channels' paths are appended to; without user or password.",
    help: "Basis-URL mit http:// oder https://, an die die Pfade der Channels angehängt werden",
  }),
  auth: choice(["none", "basic", "bearer"], {
    default: "none",
    doc: "How the pod identifies itself.",
    help: "Anmeldung: none (keine), basic (Benutzer und Passwort), bearer (Token)",
  }),
  user: text({
    maxLength: 255,
    doc: "User name for auth = basic.",
    help: "Benutzername für auth = basic",
  }),
  password: basicPasswordColumn,
  token: text({
    maxLength: 4096,
    secret: true,
    pattern: /^[\x21-\x7e]+$/,
    doc: "Token for auth = bearer.",
    help: "Token für auth = bearer",
  }),
  headers: text({
    maxLength: 8192,
    secret: true,
    doc: "Further request headers, one `Name: value` a line. They may hold keys and are treated as secret.",
    help: "Weitere Kopfzeilen, je Zeile „Name: Wert“",
  }),
  timeout: int({
    default: 10_000,
    min: 100,
    max: 120_000,
    unit: "ms",
    doc: "Longest time a request may take, from connecting to the last byte.",
    help: "Höchstdauer einer Anfrage",
  }),
  ...tlsColumns,
  redirects: int({
    default: 3,
    min: 0,
    max: 10,
    doc: "How many redirections are followed.",
    help: "Wie vielen Weiterleitungen gefolgt wird",
  }),
  max_size: int({
    default: 1024,
    min: 1,
    max: 16_384,
    unit: "KiB",
    doc: "Largest answer that is read.",
    help: "Größte Antwort, die gelesen wird",
  }),
  connections: int({
    default: 4,
    min: 1,
    max: 64,
    doc: "Most connections open to the server at a time.",
    help: "Höchstzahl gleichzeitiger Verbindungen zum Server",
  }),
} as const;

export const httpOutChannelColumns = {
  path: text({
    default: "",
    maxLength: 2048,
    pattern: /^(?![A-Za-z][A-Za-z0-9+.-]*:)[^\s#]*$/,
    doc: "Path and query below the base URL. When sending, {value} and {chan} in it are filled in, percent-encoded.",
    help: "Pfad und Query unterhalb der Basis-URL; beim Senden werden {value} und {chan} eingesetzt",
  }),
  method: choice(["GET", "POST", "PUT", "PATCH", "DELETE"], {
    doc: "Method; GET for polling and POST for sending if empty. Direction inout polls with GET always.",
    help: "Methode; leer: GET beim Abfragen, POST beim Senden",
  }),
  interval: int({
    default: 10_000,
    min: 100,
    max: 86_400_000,
    unit: "ms",
    doc: "Time between two polls of direction in and inout.",
    help: "Abstand zweier Abfragen bei Richtung „in“ und „inout“",
  }),
  pointer: text({
    ...POINTER,
    doc: "JSON pointer (RFC 6901) to the value within a JSON answer.",
    help: "JSON-Pointer auf den Wert in der Antwort, z. B. /sensor/temperatur",
  }),
  after: text({
    maxLength: 1024,
    doc: "The value begins behind the first occurrence of this text in the answer.",
    help: "Der Wert beginnt hinter dem ersten Vorkommen dieses Textes in der Antwort",
  }),
  before: text({
    maxLength: 1024,
    doc: "The value ends before the next occurrence of this text.",
    help: "Der Wert endet vor dem nächsten Vorkommen dieses Textes",
  }),
  body: text({
    maxLength: 32_000,
    doc: "Body to send, with the placeholders {value}, {json}, {chan}, {ts}, {iso}; the plain value if empty.",
    help: "Zu sendender Inhalt mit den Platzhaltern {value}, {json}, {chan}, {ts}, {iso}; leer: nur der Wert",
  }),
  content_type: text({
    maxLength: 255,
    pattern: /^[\x20-\x7e]+$/,
    doc: "Content type of what is sent; application/json or text/plain by its look if empty.",
    help: "Content-Type des Gesendeten; leer: application/json oder text/plain, je nach Inhalt",
  }),
} as const;

export type HttpOutIface = RowOf<typeof httpOutIfaceColumns>;
export type HttpOutChannel = RowOf<typeof httpOutChannelColumns>;

export const httpOutSchema: PodSchema = {
  type: "http_out",
  label: "HTTP out",
  doc: "HTTP client: polls values from a server and sends values to it.",
  ifaceColumns: httpOutIfaceColumns,
  channelColumns: httpOutChannelColumns,
  directions: ["in", "out", "inout"],
  defaultDirection: "out",
  valueTypes: ["bool", "int", "float", "string", "json"],
  defaultValueType: "string",
  maxIfaces: 16,
  check: checkHttpOut,
};

export function checkHttpOut(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems: PodProblem[] = [];
  for (const iface of pod.ifaces) {
    const config = iface.config as HttpOutIface;
    const report = (attribute: string, text: string, hint: string) =>
      problems.push({ where: iface.id, attribute, text, hint });
    const bad = urlProblem(config.url);
    if (bad !== undefined) report("url", bad, "Beispiel: http://192.168.1.20:8080/api");
    if (config.auth === "basic" && !config.user) {
      report("user", "Der Benutzername fehlt", "Tragen Sie Benutzername und Passwort ein.");
    }
    if (config.auth === "bearer" && !config.token) {
      report("token", "Das Token fehlt", "Tragen Sie ein Token ein oder wählen Sie eine andere Anmeldung.");
    }
    const badHeader = headersProblem(config.headers ?? "");
    if (badHeader !== undefined) report("headers", badHeader, "Je Zeile „Name: Wert“.");
    if (config.ca !== undefined && !config.ca.includes("-----BEGIN CERTIFICATE-----")) {
      report("ca", "Kein Zertifikat im PEM-Format", "Der Text beginnt mit -----BEGIN CERTIFICATE-----.");
    }
  }
  for (const channel of pod.channels) {
    const config = channel.config as HttpOutChannel;
    const report = (attribute: string, text: string, hint: string) =>
      problems.push({ where: channel.chan, attribute, text, hint });
    const cuts = config.after !== undefined || config.before !== undefined;
    if (channel.dir === "out" && (cuts || config.pointer !== undefined)) {
      report(
        config.pointer !== undefined ? "pointer" : config.after !== undefined ? "after" : "before",
        "Diese Spalte gilt nur beim Abfragen",
        "Leeren Sie die Zelle oder ändern Sie die Richtung.",
      );
    } else if (cuts && config.pointer !== undefined) {
      report("pointer", "„pointer“ und „after“/„before“ schließen sich aus", "Benutzen Sie nur eines davon.");
    }
  }
  return problems;
}

function urlProblem(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return "Keine gültige URL mit http:// oder https://";
  }
  if (url.username !== "" || url.password !== "") {
    return "Benutzername und Passwort gehören in die Spalten „user“ und „password“, nicht in die URL";
  }
  if (url.hash !== "" || url.search !== "")
    return "Query und „#“ gehören in den Pfad des Channels, nicht in die Basis-URL";
  return undefined;
}
