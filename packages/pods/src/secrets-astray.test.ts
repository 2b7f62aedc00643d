import type { CompiledPod } from "@hubwart/project";
import { text } from "@hubwart/project/columns";
import type { Config } from "@hubwart/runtime/about";
import { describe, expect, it } from "vitest";
import { podAbouts } from "./abouts.ts";
import { podSchemas } from "./schemas.ts";
import { secretsAstray } from "./secrets-astray.ts";

type Pod = Pick<CompiledPod, "channels" | "id" | "ifaces" | "internal" | "type">;
const pod = (type: string, config: Config, more: Partial<Pod> = {}): Pod => ({
  id: `${type}.a`,
  type,
  internal: true,
  ifaces: [{ id: "main", config }],
  channels: [],
  ...more,
});
const astray = (running: Pod[], next: Pod[], own: string[] = []) =>
  secretsAstray(running, next, own, podSchemas);
const between = (type: string, before: Config, after: Config) =>
  astray([pod(type, before)], [pod(type, after)]).map(({ weaker }) => (weaker ? "weaker" : "elsewhere"));

const MQTT = { host: "broker", tls: true, verify: true, user: "hub", password: "S" };
const HTTP = { url: "https://meter.example/api", auth: "basic", user: "hub", password: "S" };
const OAUTH = {
  url: "https://api.example",
  auth: "oauth2",
  token_url: "https://login.example/a",
  client_secret: "S",
};
const MAIL = { host: "mail", security: "tls", verify: true, user: "hub", password: "S" };
const MATRIX = { service: "matrix", url: "https://matrix.example", token: "S" };
const XMPP = { service: "xmpp", user: "hub@example.org", token: "S" };
const SLACK = { service: "slack", webhook: "https://hooks.example/S" };
const GATE = { bind: "127.0.0.1", port: 80, tls: true, auth: "token", token: "S" };
const DIGEST = { ...HTTP, url: "http://meter.example", auth: "digest" };

describe("a stored secret", () => {
  it.each<[string, Config, Config]>([
    ["mqtt", MQTT, { ...MQTT, user: "other", client_id: "neu" }],
    ["mqtt", { ...MQTT, port: 1, tls: false }, { ...MQTT, port: 1 }],
    ["mqtt", { ...MQTT, verify: false }, { ...MQTT, ca: "PEM" }],
    ["http_out", HTTP, { ...HTTP, url: "https://METER.example/other", auth: "digest" }],
    ["http_out", { ...HTTP, url: "http://meter.example" }, HTTP],
    ["http_out", DIGEST, { ...DIGEST, url: "https://meter.example", auth: "basic" }],
    ["email", MAIL, { ...MAIL, to: "wer@example.org" }],
    ["chat", SLACK, { ...SLACK, to: "raum" }],
    ["http_in", GATE, { ...GATE, bind: "0.0.0.0", port: 81 }],
  ])("goes on to the same %s: %j, %j", (type, before, after) => {
    expect(between(type, before, after)).toEqual([]);
  });

  it.each<[string, Config, Config]>([
    ["mqtt", MQTT, { ...MQTT, host: "evil" }],
    ["mqtt", MQTT, { ...MQTT, port: 8884 }],
    ["mqtt", MQTT, { ...MQTT, transport: "ws" }],
    ["http_out", HTTP, { ...HTTP, url: "https://evil.example/api" }],
    ["http_out", OAUTH, { ...OAUTH, token_url: "https://evil.example" }],
    ["http_out", OAUTH, { ...OAUTH, url: "https://evil.example" }],
    ["email", MAIL, { ...MAIL, host: "evil" }],
    ["chat", MATRIX, { ...MATRIX, url: "https://matrix.example/evil" }],
    ["chat", MATRIX, { ...MATRIX, service: "telegram" }],
    ["chat", XMPP, { ...XMPP, user: "hub@evil.example" }],
    ["chat", XMPP, { ...XMPP, url: "xmpps://evil.example" }],
    ["chat", { ...SLACK, token: "S" }, { ...SLACK, webhook: "https://evil.example", token: "S" }],
  ])("goes to no other %s: %j, %j", (type, before, after) => {
    expect(between(type, before, after)).toEqual(["elsewhere"]);
  });

  it.each<[string, Config, Config]>([
    ["mqtt", { ...MQTT, port: 1 }, { ...MQTT, port: 1, tls: false }],
    ["mqtt", MQTT, { ...MQTT, verify: false }],
    ["mqtt", MQTT, { ...MQTT, ca: "PEM" }],
    ["mqtt", { ...MQTT, ca: "PEM" }, MQTT],
    ["http_out", HTTP, { ...HTTP, url: "http://meter.example" }],
    ["http_out", DIGEST, { ...DIGEST, auth: "basic" }],
    ["email", { ...MAIL, port: 1 }, { ...MAIL, port: 1, verify: false }],
    ["http_in", GATE, { ...GATE, tls: false }],
  ])("goes less protected to no %s: %j, %j", (type, before, after) => {
    expect(between(type, before, after)).toEqual(["weaker"]);
  });

  it("goes to no pod of another type, none that runs elsewhere, and nowhere if it has not gone anywhere", () => {
    const running = [pod("mqtt", { ...MQTT, tls: false, port: 1883 })];
    const http = pod("http_out", { ...HTTP, url: "http://broker:1883" });
    const found = { pod: "http_out.a", iface: "main", so_far: "broker:1883", weaker: false };
    expect(astray(running, [http])).toEqual([found]);
    expect(astray([], [http])).toEqual([{ ...found, so_far: "" }]);
    expect(
      astray(
        running,
        running.map((one) => ({ ...one, internal: false })),
      ),
    ).toHaveLength(1);
  });

  it("is told once for an interface, with every place it goes to", () => {
    const ifaces = ["eins", "zwei"].map((host) => ({ id: host, config: { ...MQTT, host } }));
    const running = pod("mqtt", {}, { ifaces });
    expect(astray([running], [pod("mqtt", { ...MQTT, host: "drei", key: "S" })])).toEqual([
      { pod: "mqtt.a", iface: "main", so_far: "eins:8883, zwei:8883", weaker: false },
    ]);
  });

  it("may be in another pod or interface that goes to the same place", () => {
    const other = pod("mqtt", {}, { id: "mqtt.b", ifaces: [{ id: "neu", config: MQTT }] });
    expect(astray([pod("mqtt", MQTT)], [other])).toEqual([]);
  });

  it("of a channel goes where its interface goes", () => {
    const schemas = podSchemas.map((schema) =>
      schema.type === "mqtt"
        ? { ...schema, channelColumns: { pin: text({ secret: true, doc: "", help: "" }) } }
        : schema,
    );
    const channel = {
      chan: "mqtt.a.x",
      iface: "main",
      type: "int",
      dir: "in",
      config: { pin: "P" },
    } as const;
    const at = (host: string) => pod("mqtt", { ...MQTT, host, password: "" }, { channels: [channel] });
    expect(secretsAstray([at("broker")], [at("broker")], [], schemas)).toEqual([]);
    expect(secretsAstray([at("broker")], [at("evil")], [], schemas)).toHaveLength(1);
  });
});

it("lets go anywhere what the caller typed, however the cell keeps it, and nothing else", () => {
  const evil = pod("mqtt", { ...MQTT, host: "evil", password: "A\nB" });
  expect(astray([], [evil], [" A\r\nB "])).toEqual([]);
  expect(astray([], [evil], ["A"])).toHaveLength(1);
});

it("knows of each type with secrets how they leave the device", () => {
  for (const { channelColumns, ifaceColumns, type } of podSchemas) {
    const secret = Object.values({ ...ifaceColumns, ...channelColumns }).some((column) => column.secret);
    expect([type, podAbouts.get(type)?.sends !== undefined]).toEqual([type, secret]);
  }
});
