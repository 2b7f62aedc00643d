/** The secrets that a person hands over or is given, a plant that uses them, and where they may lie. */
import { randomBytes } from "node:crypto";
import { writeWorkbook } from "@hubwart/project/workbook";
import { freePort } from "@hubwart/testing";

const seed = (what: string) => `geheim-${what}-${randomBytes(9).toString("hex")}`;
/** By name; filled as the test goes on. */
export const secrets: Record<string, string> = {
  "first password": seed("eins"),
  "second password": seed("zwei"),
  "mistyped password": seed("vertippt"),
  "password of the file": seed("datei"),
  "mistyped password of the file": seed("dateifalsch"),
  "token of http_in": seed("token"),
  "password of http_in": seed("basic"),
  "mistyped token of http_in": seed("tokenfalsch"),
  "password of mqtt": seed("mqtt"),
  "token of http_out": seed("bearer"),
  "header of http_out": seed("kopf"),
  "password of email": seed("mail"),
  "password of chat (XMPP)": seed("xmpp"),
  "webhook of chat": seed("hook"),
  "secret of a project with errors": seed("fehler"),
  "mistyped licence key": seed("lizenz"),
  "token of influxdb": seed("influx"),
  "password of the keyring": seed("keyring"),
  "mistyped password of the keyring": seed("keyringfalsch"),
  "password of the KNX tunnel": randomBytes(8).toString("hex"),
  "code of the KNX interface": randomBytes(8).toString("hex"),
  "key of the KNX group": randomBytes(8).toString("hex"),
  "password of the ETS project": seed("ets"),
  "mistyped password of the ETS project": seed("etsfalsch"),
};
export const secret = (name: string) => secrets[name] ?? "";

/** The only files that may hold a secret, and whose. Session tokens and passwords of people are held by none. */
export const HOLDERS: [file: RegExp, names: RegExp][] = [
  // The hub runs from it; a download warns of it.
  [/^projects\/versions\/\d+\/compiled\.json$/, / of (http_in|http_out|mqtt|email|chat)( \(XMPP\))?$/],
  // A setting; the status forwarding signs in with it.
  [/^state\.db(-wal)?$/, /^token of influxdb$/],
  // Kept for the day on which it is damaged.
  [/^state-copies\/state-\d+\.db$/, /^token of influxdb$/],
  // Each beside its certificate.
  [/^tls\/authority\.pem$/, /^key of the device's root$/],
  [/^tls\/server\.pem$/, /^key of the device's server$/],
  // Handed to the pod at its start.
  [/^pods\/handover\/knx\.haus\/secrets\.json$/, /^password of the keyring$/],
  // What the external pod proves itself by.
  [/^pods\/tokens\/http_in\.aussen$/, /^token of the external pod$/],
];

/** A secret may be written in any of these ways. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  return [text, encodeURIComponent(text), bytes.toString("base64").slice(0, -4), bytes.toString("hex")];
}

/** Which of them stand in this, and where it is. */
export function findings(where: string, content: string): string[] {
  return Object.entries(secrets)
    .filter(([, text]) => spellings(text).some((spelling) => content.includes(spelling)))
    .map(([name]) => `${name} in ${where}`);
}

/** What the pods of the project speak to. */
export interface SecretPeers {
  /** Port that http_in.a listens on. */
  httpIn: number;
  knx: { port: number };
  mail: { port: number };
  webhooks: { url: string };
  xmpp: { url: string };
}

/** @param extra cells of the first pod */
export async function secretWorkbook(
  { httpIn, knx, mail, webhooks, xmpp }: SecretPeers,
  extra: Record<string, string> = {},
): Promise<Uint8Array> {
  const head = [
    "id",
    "internal",
    "host",
    "port",
    "user",
    "password",
    "url",
    "auth",
    "token",
    "headers",
  ].concat(["mode", "secure", "from", "to", "verify", "service", "webhook"]);
  const dead = String(await freePort());
  const rows: Record<string, string>[] = [
    { id: "http_in.a", port: String(httpIn), auth: "token", token: secret("token of http_in") },
    { id: "http_in.b", port: "0", auth: "basic", user: "u", password: secret("password of http_in") },
    { id: "http_in.aussen", port: "0", internal: "nein" },
    { id: "mqtt.a", host: "127.0.0.1", port: dead, user: "u", password: secret("password of mqtt") },
    {
      id: "http_out.a",
      url: `http://127.0.0.1:${dead}/x`,
      auth: "bearer",
      token: secret("token of http_out"),
      headers: `X-Key: ${secret("header of http_out")}`,
    },
    { id: "knx.haus", host: "127.0.0.1", port: String(knx.port), mode: "tunnel_tcp", secure: "ja" },
    {
      id: "email.a",
      host: "127.0.0.1",
      port: String(mail.port),
      user: "hub",
      password: secret("password of email"),
      from: "hub@example.org",
      to: "anna@example.org",
      verify: "nein",
    },
    {
      id: "chat.a",
      url: xmpp.url,
      user: "hub@localhost",
      token: secret("password of chat (XMPP)"),
      to: "anna@people.test",
      verify: "nein",
      service: "xmpp",
    },
    { id: "chat.b", service: "slack", webhook: `${webhooks.url}/hook/${secret("webhook of chat")}` },
  ];
  const [first] = rows;
  if (first) Object.assign(first, extra);
  const channels = (...list: string[]) => list.map((pod) => [pod, "wert", `/${pod}`]);
  return await writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "geheim"],
        ["name", "Geheimnisse"],
      ],
    },
    { name: "pods", rows: [head, ...rows.map((row) => head.map((column) => row[column] ?? null))] },
    {
      name: "email",
      rows: [
        ["pod", "channel"],
        ["a", "wert"],
      ],
    },
    {
      name: "chat",
      rows: [
        ["pod", "channel"],
        ["a", "wert"],
        ["b", "wert"],
      ],
    },
    { name: "http_in", rows: [["pod", "channel", "path"], ...channels("a", "b", "aussen")] },
    {
      name: "http_out",
      rows: [
        ["pod", "channel", "path", "dir", "interval"],
        ["a", "wert", "", "in", "200"],
      ],
    },
    {
      name: "knx",
      rows: [
        ["pod", "channel", "address", "dpt"],
        ["haus", "temp", "1/2/3", "9.001"],
      ],
    },
    {
      name: "mqtt",
      rows: [
        ["pod", "channel", "topic"],
        ["a", "wert", "x"],
      ],
    },
  ]);
}
