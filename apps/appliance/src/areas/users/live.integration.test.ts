/** The live channel API over real sockets, http and https, with a hub in memory. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LiveClient } from "../../testing/live-client.ts";
import { MemoryHub } from "../../testing/memory-hub.ts";
import { startTestApp, type TestApp } from "../../testing/test-app.ts";

const CHANNELS = {
  "knx.line.temp": 21,
  "knx.line.light": false,
  "mqtt.hall.door": "zu",
  "mqtt.hall.big": "",
};

let hub: MemoryHub;
let app: TestApp;
let session: string;
let url: string;
const clients: LiveClient[] = [];
const tokens: Record<string, string> = {};

async function user(name: string, role: string): Promise<void> {
  const set = await app.post("/wsauth/users/set", { user: name, role, pwd: `pw-${name}` }, session);
  expect(set.body["code"]).toBe(0);
  tokens[name] = String((await app.post("/wsauth/users/token", { user: name }, session)).body["token"]);
}
async function open(hello?: object, options?: Parameters<typeof LiveClient.open>[2]): Promise<LiveClient> {
  const client = await LiveClient.open(url, hello, options);
  clients.push(client);
  return client;
}
const as = (name: string) => open({ token: tokens[name] });
const http = (name: string, path: string, init: RequestInit = {}) =>
  fetch(`${app.origin}/ws/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${tokens[name]}`, "content-type": "application/json" },
  });

beforeAll(async () => {
  hub = new MemoryHub(CHANNELS);
  app = await startTestApp({ hubConnection: hub });
  url = `${app.origin.replace("http", "ws")}/ws`;
  session = await app.setUp();
});
afterAll(() => app.end());
beforeEach(async () => {
  app.context.store.throttle.deleteAll();
  hub.writes.length = 0;
  await user("reader", "read");
  await user("writer", "write");
  await user("some", "read:knx.* write:knx.line.light");
  await user("none", "Hausmeister");
});
afterEach(() => {
  for (const client of clients.splice(0)) client.end();
});

describe("hello", () => {
  it("takes a token, or user and password, and says what may be done", async () => {
    expect((await open({ id: 7, token: tokens["some"] })).messages).toEqual([]);
    const client = await open();
    client.say({ t: "hello", id: "a", user: "some", password: "pw-some" });
    expect(await client.next("welcome")).toEqual({
      t: "welcome",
      id: "a",
      user: "some",
      read: ["knx.*", "knx.line.light"],
      write: ["knx.line.light"],
      hub: true,
    });
  });

  it("refuses what is wrong and ends the connection; without it nothing is done", async () => {
    const client = await open();
    client.say({ t: "subscribe", id: 1, patterns: ["*"] });
    client.say({ t: "write", id: 2, chan: "knx.line.light", value: true });
    await client.next("error");
    await client.next("error");
    client.say({ t: "hello", user: "some", password: "falsch" });
    expect((await client.next("error"))["message"]).toBe("Benutzer, Passwort oder Token ist falsch.");
    await client.until(() => client.closed === 4401);
    expect(hub.writes).toEqual([]);
    expect(client.values.size).toBe(0);
  });

  it("brakes guessing per caller, but lets tokens in; the console is untouched", async () => {
    for (let n = 0; n < 5; n += 1) {
      const client = await open();
      client.say({ t: "hello", user: n % 2 ? "some" : "nobody", password: `x${n}` });
      await client.until(() => client.closed === 4401);
    }
    const right = await open();
    right.say({ t: "hello", user: "some", password: "pw-some" });
    expect((await right.next("error"))["retry_after"]).toBeGreaterThan(20);
    await right.until(() => right.closed === 4401);
    await as("some");
    const basic = `Basic ${Buffer.from("some:pw-some").toString("base64")}`;
    const answer = await fetch(`${app.origin}/ws/channels`, { headers: { authorization: basic } });
    expect(answer.status).toBe(403);
    expect((await app.post("/login", { pwd: "falsch" })).status).toBe(401);
  });
});

describe("values", () => {
  it("come at once and when they change, of what the role opens only", async () => {
    const client = await as("some");
    client.say({ t: "subscribe", id: 1, names: ["mqtt.hall.door", "no.such.name"], patterns: ["*"] });
    expect(await client.next("subscribed")).toEqual({
      t: "subscribed",
      id: 1,
      channels: 2,
      unknown: ["mqtt.hall.door", "no.such.name"],
    });
    await client.until(() => client.values.size === 2);
    hub.setAll([
      ["knx.line.temp", 22],
      ["mqtt.hall.door", "offen"],
    ]);
    await client.until(() => client.values.get("knx.line.temp") === 22);
    client.say({ t: "unsubscribe", id: 2, patterns: ["*"] });
    await client.next("unsubscribed");
    await sleep(50);
    hub.set("knx.line.temp", 23);
    client.say({ t: "ping", id: 3 });
    await client.next("pong");
    expect([...client.values]).toEqual([
      ["knx.line.temp", 22],
      ["knx.line.light", false],
    ]);
    const nobody = await as("none");
    nobody.say({ t: "subscribe", patterns: ["*"] });
    expect((await nobody.next("subscribed"))["channels"]).toBe(0);
  });

  it("a slow reader gets the newest, the others are undisturbed", async () => {
    const slow = await as("reader");
    const quick = await as("reader");
    for (const client of [slow, quick]) {
      client.say({ t: "subscribe", names: ["mqtt.hall.big", "knx.line.temp"] });
      await client.next("subscribed");
    }
    await sleep(60);
    slow.socket.pause();
    let last = "";
    let longest = 0;
    for (let n = 0; n < 300; n += 1) {
      last = `${n}`.padEnd(200_000, "x");
      const at = performance.now();
      hub.setAll([
        ["mqtt.hall.big", last],
        ["knx.line.temp", n],
      ]);
      await quick.until(() => quick.values.get("knx.line.temp") === n);
      longest = Math.max(longest, performance.now() - at);
    }
    expect(longest).toBeLessThan(5_000);
    const before = slow.messages.length;
    slow.socket.resume();
    await slow.until(
      () => slow.values.get("mqtt.hall.big") === last && slow.values.get("knx.line.temp") === 299,
    );
    // What waited was merged: far fewer than were sent came.
    expect(slow.messages.length - before).toBeLessThan(150);
  });
});

describe("writes", () => {
  it("are acknowledged as written, waiting or refused, and leave an entry", async () => {
    const client = await as("some");
    const seen = app.context.store.audit.page({}, 0, 1)[0]?.id ?? 0;
    client.say({ t: "write", id: 1, chan: "knx.line.light", value: true });
    expect(await client.next("ack")).toEqual({ t: "ack", id: 1, chan: "knx.line.light", state: "written" });
    hub.outcome = () => ({ state: "waiting", reason: "Der Bus ist getrennt." });
    client.say({ t: "write", id: 2, chan: "knx.line.light", value: false });
    expect(await client.next("ack")).toMatchObject({ state: "waiting", reason: "Der Bus ist getrennt." });
    hub.outcome = () => ({ state: "written" });
    client.say({ t: "write", id: 3, chan: "knx.line.temp", value: 1 });
    expect(await client.next("ack")).toMatchObject({ id: 3, state: "refused" });
    client.say({ t: "write", id: 4, chan: "mqtt.hall.door", value: 1 });
    expect((await client.next("ack"))["reason"]).toContain("gibt es nicht");
    expect(hub.writes).toHaveLength(2);
    const entries = app.context.store.audit.page({}, 0, 10).filter(({ id }) => id > seen);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      call: "channelWrite",
      address: "127.0.0.1",
      after: { chan: "knx.line.light", value: true, user: "some", state: "written" },
    });
  });

  it("over HTTP by name, with the same role", async () => {
    const put = (name: string, chan: string, value: unknown) =>
      http(name, `channels/${chan}`, { method: "PUT", body: JSON.stringify({ value }) });
    expect(await (await http("some", "channels/knx.line.temp")).json()).toMatchObject({
      chan: "knx.line.temp",
    });
    expect((await http("some", "channels/mqtt.hall.door")).status).toBe(404);
    expect((await http("some", "channels/*")).status).toBe(404);
    expect((await http("none", "channels/knx.line.temp")).status).toBe(404);
    expect((await put("some", "knx.line.light", true)).status).toBe(200);
    expect((await put("some", "knx.line.temp", 5)).status).toBe(403);
    expect((await put("some", "mqtt.hall.door", "auf")).status).toBe(404);
    expect((await put("reader", "knx.line.light", true)).status).toBe(403);
    hub.outcome = () => ({ state: "refused", reason: "Nein." });
    const refused = await put("writer", "mqtt.hall.door", "auf");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { chan: "mqtt.hall.door", state: "refused", reason: "Nein." },
    ]);
    hub.outcome = () => ({ state: "written" });
    const listed = (await (await http("some", "channels?filter=*l*&limit=1")).json()) as {
      channels: unknown[];
    };
    expect(listed).toMatchObject({ channels: [{ chan: "knx.line.temp" }], truncated: true });
    expect((await http("some", "channels?limit=0")).status).toBe(400);
    expect((await fetch(`${app.origin}/ws/channels`)).status).toBe(401);
    expect((await http("some", "channels/knx.line.light", { method: "PUT", body: "{" })).status).toBe(400);
  });
});

describe("access", () => {
  it("is gone at once with the user, the role, the password or the token", async () => {
    for (const change of [
      () => app.post("/wsauth/users/set", { user: "some", role: "read" }, session),
      () => app.post("/wsauth/users/set", { user: "some", role: "read", pwd: "neu" }, session),
      () => app.post("/wsauth/users/token", { user: "some" }, session),
      () => app.post("/wsauth/users/token/delete", { user: "some" }, session),
      () => app.get("/wsauth/users/delete?usr=some", session),
    ]) {
      await user("some", "write");
      const client = await as("some");
      const other = await as("reader");
      client.say({ t: "subscribe", patterns: ["*"] });
      await client.next("subscribed");
      expect((await change()).body["code"]).toBe(0);
      client.say({ t: "write", id: 1, chan: "knx.line.light", value: true });
      await client.until(() => client.closed === 4403);
      other.say({ t: "ping" });
      await other.next("pong");
    }
    expect(hub.writes).toEqual([]);
    expect((await http("some", "channels")).status).toBe(401);
  });

  it("is bounded per user, and leaves the console its connections", async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => as("writer")));
    const more = await open();
    more.say({ t: "hello", token: tokens["writer"] });
    await more.until(() => more.closed === 4409);
    await as("reader");
    many[0]?.end();
    await sleep(100);
    await as("writer");
    for (let n = 0; n < 5; n += 1) {
      await user(`u${n}`, "read");
      await Promise.all(Array.from({ length: 20 }, () => as(`u${n}`)));
    }
    const answers = await Promise.all(Array.from({ length: 40 }, () => app.get("/info", session)));
    expect(answers.every(({ body }) => body["session"] === true)).toBe(true);
    expect(clients.filter(({ closed }) => closed !== undefined).length).toBe(2);
  });

  it("holds on https, and no other name or path is taken", async () => {
    app.certificate.start();
    while (app.https.port === undefined) await sleep(50);
    const secure = await LiveClient.open(
      `wss://127.0.0.1:${app.https.port}/ws`,
      { token: tokens["reader"] },
      { rejectUnauthorized: false },
    );
    clients.push(secure);
    secure.say({ t: "subscribe", patterns: ["*"] });
    await secure.until(() => secure.values.size === 4);
    const asked = (path: string, host: string) =>
      new Promise<string>((resolve) => {
        const { hostname, port } = new URL(app.origin);
        const socket = connect(Number(port), hostname);
        let text = "";
        socket.on("data", (data) => (text += String(data)));
        socket.on("close", () => resolve(text));
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        );
      });
    expect(await asked("/ws", "evil.example")).toMatch(/^HTTP\/1.1 421 /);
    expect(await asked("/wsx", "127.0.0.1")).toMatch(/^HTTP\/1.1 (200|404|503) /);
    expect(await asked("/admin/api/info", "127.0.0.1")).toContain('"code":0');
  });

  it("has documents that name every message", async () => {
    const asyncApi = (await (await fetch(`${app.origin}/ws/asyncapi.json`)).json()) as {
      components: { messages: object };
    };
    expect(Object.keys(asyncApi.components.messages)).toEqual(
      expect.arrayContaining(["hello", "subscribe", "write", "values", "ack", "welcome"]),
    );
    const openApi = (await (await fetch(`${app.origin}/ws/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(openApi.paths)).toEqual(["/ws/channels", "/ws/channels/{chan}"]);
  });
});

describe("hostile messages", () => {
  it("harm nobody", async () => {
    const other = await as("reader");
    const said = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.json({ maxDepth: 6 }),
      fc
        .record({
          t: fc.oneof(
            fc.constantFrom("hello", "subscribe", "unsubscribe", "write", "ping", "__proto__"),
            fc.string(),
          ),
          id: fc.anything({ maxDepth: 2 }),
          names: fc.anything({ maxDepth: 2 }),
          patterns: fc.array(fc.string({ maxLength: 20 }), { maxLength: 20 }),
          chan: fc.oneof(fc.constantFrom("knx.line.light", "__proto__", ""), fc.string()),
          value: fc.anything({ maxDepth: 3 }),
          token: fc.anything({ maxDepth: 1 }),
        })
        .map((message) => {
          try {
            return JSON.stringify(message);
          } catch {
            return "{}";
          }
        }),
      fc.constantFrom(
        `{"t":"write","chan":"a","value":${"[".repeat(60_000)}`,
        `{"t":"write","chan":"a","value":${"[".repeat(500)}${"]".repeat(500)}}`,
        `[${"0,".repeat(30_000)}0]`,
        `{"t":"subscribe","patterns":["${"*?".repeat(250)}"]}`,
        `{"t":"subscribe","patterns":[${'"*",'.repeat(1_500)}"*"]}`,
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 10 }), fc.boolean(), async (messages, signedIn) => {
        const client = await open(signedIn ? { token: tokens["none"] } : undefined);
        for (const message of messages) client.socket.send(message);
        if (signedIn) {
          client.say({ t: "ping", id: "alive" });
          await client.until(() => client.messages.some(({ id }) => id === "alive"));
        }
        client.end();
      }),
      { numRuns: 60 },
    );
    const tooLong = await as("some");
    tooLong.socket.send("x".repeat(100_000));
    await tooLong.until(() => tooLong.closed === 1009);
    const binary = await as("some");
    binary.socket.send(Buffer.from([1, 2, 3]));
    await binary.until(() => binary.closed === 1003);
    other.say({ t: "ping" });
    await other.next("pong");
    expect(hub.writes).toEqual([]);
    expect(app.log.entries.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("choose by patterns as far as these are few; names may be many", async () => {
    const client = await as("reader");
    const patterns = Array.from({ length: 50 }, (_, n) => `no.such${n}*`);
    const names = Array.from({ length: 900 }, (_, n) => `no.such${n}`);
    client.say({ t: "subscribe", id: 1, names, patterns });
    expect(await client.next("subscribed")).toMatchObject({ id: 1, channels: 0 });
    client.say({ t: "subscribe", id: 2, patterns: ["knx.line.*"] });
    expect(await client.next("error")).toMatchObject({
      id: 2,
      message: "Erlaubt sind 50 Muster für eine Verbindung.",
    });
    client.say({ t: "unsubscribe", patterns });
    await client.next("unsubscribed");
    client.say({ t: "subscribe", id: 3, patterns: ["knx.line.*"] });
    expect((await client.next("subscribed"))["id"]).toBe(3);
    const many = patterns.map((pattern) => `filter=${pattern}`).join("&");
    const list = async (query: string) => {
      const headers = { authorization: `Bearer ${tokens["reader"] ?? ""}` };
      return (await fetch(`${app.origin}/ws/channels?${query}`, { headers })).status;
    };
    expect([await list(many), await list(`${many}&filter=x*`)]).toEqual([200, 400]);
  });

  it("too many at once are read when their turn comes, none is lost", async () => {
    const flood = await as("reader");
    for (let n = 0; n < 260; n += 1) flood.say({ t: "ping", id: n });
    const other = await as("writer");
    other.say({ t: "ping" });
    await other.next("pong");
    await flood.until(() => flood.messages.length === 260);
    expect(flood.messages.map(({ id }) => id)).toEqual(Array.from({ length: 260 }, (_, n) => n));
  });
});
