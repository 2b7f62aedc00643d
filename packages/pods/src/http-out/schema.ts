import {
  type CompiledChannel,
  type CompiledPod,
  choice,
  everyWay,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { keyPairCheck, tlsProblems } from "@hubwart/runtime/client-certificate";
import { clientCertificateColumns, POINTER, tlsColumns } from "@hubwart/runtime/columns";
import { reporter, wholeCheck } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { headersProblem } from "./headers.ts";
import { xmlPath } from "./xml-path.ts";

/** Columns of the HTTP client. Pure data and rules; the client itself is in `index.ts`. */
export const httpOutIfaceColumns = {
  url: text({
    required: true,
    maxLength: 2048,
    doc: "Base URL (http or https) that the channels' paths are appended to; without user or password.",
    help: "Basis-URL mit http:// oder https://, an die die Pfade der Channels angehängt werden",
  }),
  auth: choice(["none", "basic", "digest", "bearer", "oauth2"], {
    default: "none",
    doc: "How the pod identifies itself: not at all, by user and password (basic, or digest with MD5 or SHA-256), by a fixed token, or by one it fetches itself (OAuth 2 client credentials).",
    help: "Anmeldung: none (keine), basic oder digest (Benutzer und Passwort), bearer (Token), oauth2 (holt sich das Token selbst)",
  }),
  user: text({
    maxLength: 255,
    doc: "User name for auth = basic or digest.",
    help: "Benutzername für auth = basic oder digest",
  }),
  password: text({
    maxLength: 1024,
    secret: true,
    doc: "Password for auth = basic or digest.",
    help: "Passwort für auth = basic oder digest",
  }),
  token: text({
    maxLength: 4096,
    secret: true,
    pattern: /^[\x21-\x7e]+$/,
    doc: "Token for auth = bearer.",
    help: "Token für auth = bearer",
  }),
  token_url: text({
    maxLength: 2048,
    doc: "Address for auth = oauth2 where the pod fetches its token; https, except on this device.",
    help: "Adresse für auth = oauth2, an der der Pod sein Token holt; mit https://, außer auf diesem Gerät",
  }),
  client_id: text({
    maxLength: 1024,
    doc: "Client identifier for auth = oauth2.",
    help: "Client-ID für auth = oauth2",
  }),
  client_secret: text({
    maxLength: 4096,
    secret: true,
    doc: "Client secret for auth = oauth2.",
    help: "Client-Secret für auth = oauth2",
  }),
  client_auth: choice(["header", "form"], {
    default: "header",
    doc: "Where client_id and client_secret stand when the token is fetched: in the Authorization header, or in the form.",
    help: "Wo client_id und client_secret beim Holen des Tokens stehen: header (Kopfzeile) oder form (Formular)",
  }),
  scope: text({
    maxLength: 1024,
    pattern: /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/,
    doc: "Scopes for auth = oauth2, separated by spaces.",
    help: "Scopes für auth = oauth2, mit Leerzeichen getrennt",
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
  ...clientCertificateColumns,
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
  xpath: text({
    maxLength: 1024,
    doc: "Path to the value within an XML answer: /a/b, with [2] for the second or [@id='x'] for one of that attribute, and /@name at the end for an attribute.",
    help: "Pfad auf den Wert in einer XML-Antwort, z. B. /status/sensor[2]/temp oder /status/sensor[@id='x']/@wert",
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

export const checkHttpOutKeys = keyPairCheck(({ url }) => String(url).startsWith("https:"));

export const httpOutSchema: PodSchema = {
  type: "http_out",
  label: LABELS.http_out,
  doc: "HTTP client: polls values from a server and sends values to it.",
  ifaceColumns: httpOutIfaceColumns,
  channelColumns: httpOutChannelColumns,
  ...everyWay("out", "string"),
  maxIfaces: 16,
  check: checkIfaces,
  checkChannel,
  checkLater: checkHttpOutKeys,
};

export const checkHttpOut = wholeCheck(checkIfaces, checkChannel);

function checkIfaces({ ifaces }: Pick<CompiledPod, "ifaces">): PodProblem[] {
  const problems: PodProblem[] = [];
  for (const iface of ifaces) {
    const config = iface.config as HttpOutIface;
    const report = reporter(problems, iface.id);
    const bad = urlProblem(config.url);
    if (bad !== undefined) report("url", bad, "Beispiel: http://192.168.1.20:8080/api");
    if ((config.auth === "basic" || config.auth === "digest") && !config.user) {
      report("user", "Der Benutzername fehlt", "Tragen Sie Benutzername und Passwort ein.");
    }
    if (config.auth === "bearer" && !config.token) {
      report("token", "Das Token fehlt", "Tragen Sie ein Token ein oder wählen Sie eine andere Anmeldung.");
    }
    problems.push(...tokenProblems(iface.id, config));
    problems.push(...tlsProblems(iface.id, config, config.url.startsWith("https:")));
    const badHeader = headersProblem(config.headers ?? "");
    if (badHeader !== undefined) report("headers", badHeader, "Je Zeile „Name: Wert“.");
  }
  return problems;
}

function checkChannel(channel: CompiledChannel): PodProblem[] {
  const problems: PodProblem[] = [];
  const config = channel.config as HttpOutChannel;
  const report = reporter(problems, channel.chan);
  const ways = (["pointer", "xpath", "after", "before"] as const).filter((way) => config[way] !== undefined);
  const [way = "pointer"] = ways;
  if (channel.dir === "out" && ways.length > 0) {
    report(way, "Diese Spalte gilt nur beim Abfragen", "Leeren Sie die Zelle oder ändern Sie die Richtung.");
  } else if (ways.length > 1 && (way === "pointer" || way === "xpath")) {
    report(
      way,
      "„pointer“, „xpath“ und „after“/„before“ schließen sich aus",
      "Benutzen Sie nur eines davon.",
    );
  }
  if (config.xpath !== undefined && !xmlPath(config.xpath)) {
    report("xpath", "Kein Pfad in XML", "Beispiele: /status/temp, /status/sensor[2]/temp, /status/@zeit");
  }
  return problems;
}

function tokenProblems(where: string, config: HttpOutIface): PodProblem[] {
  if (config.auth !== "oauth2") return [];
  const problems: PodProblem[] = [];
  const { client_id, client_secret, token_url } = config;
  const report = reporter(problems, where);
  if (token_url === undefined) {
    report(
      "token_url",
      "Die Adresse für das Token fehlt",
      "Beispiel: https://login.example.org/oauth2/token",
    );
  } else if (urlProblem(token_url.replace(/\?.*$/s, "")) !== undefined) {
    report("token_url", "Keine gültige URL mit https://", "Beispiel: https://login.example.org/oauth2/token");
  } else if (!isSafe(new URL(token_url))) {
    report(
      "token_url",
      "Ohne Verschlüsselung könnte das Client-Secret mitgelesen werden",
      "Die Adresse muss mit https:// beginnen.",
    );
  }
  if (!client_id) report("client_id", "Die Client-ID fehlt", "Tragen Sie Client-ID und Client-Secret ein.");
  if (!client_secret)
    report("client_secret", "Das Client-Secret fehlt", "Tragen Sie Client-ID und Client-Secret ein.");
  return problems;
}

/** Encrypted, or within this device. */
function isSafe({ hostname, protocol }: URL): boolean {
  return protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
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
