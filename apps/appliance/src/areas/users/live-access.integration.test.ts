/** The live channel API over real sockets, http and https: who gets in, who is put out, and who means harm. */
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anyLiveMessage } from "../../testing/hostile-live.ts";
import { LiveBench } from "../../testing/live-bench.ts";
import { LiveClient } from "../../testing/live-client.ts";

let bench: LiveBench;
beforeAll(async () => {
  bench = await LiveBench.start();
});
afterAll(() => bench.app.end());
beforeEach(() => bench.reset());
afterEach(() => bench.hangUp());

describe("access", () => {
  it("is gone at once with the user, the role, the password or the token", async () => {
    for (const change of [
      () => bench.app.post("/wsauth/users/set", { user: "some", role: "read" }, bench.session),
      () =>
        bench.app.post(
          "/wsauth/users/set",
          { user: "some", role: "read", pwd: "neues Passwort" },
          bench.session,
        ),
      () => bench.app.post("/wsauth/users/token", { user: "some" }, bench.session),
      () => bench.app.post("/wsauth/users/token/delete", { user: "some" }, bench.session),
      () => bench.app.get("/wsauth/users/delete?usr=some", bench.session),
    ]) {
      await bench.user("some", "write");
      const client = await bench.as("some");
      const other = await bench.as("reader");
      client.say({ t: "subscribe", patterns: ["*"] });
      await client.next("subscribed");
      expect((await change()).body["code"]).toBe(0);
      client.say({ t: "write", id: 1, chan: "knx.line.light", value: true });
      await client.until(() => client.closed === 4403);
      other.say({ t: "ping" });
      await other.next("pong");
    }
    expect(bench.hub.writes).toEqual([]);
    expect((await bench.http("some", "channels")).status).toBe(401);
  });

  it("is bounded per user, and leaves the console its connections", async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => bench.as("writer")));
    const more = await bench.open();
    more.say({ t: "hello", token: bench.tokens["writer"] });
    await more.until(() => more.closed === 4409);
    await bench.as("reader");
    many[0]?.end();
    await sleep(100);
    await bench.as("writer");
    for (let n = 0; n < 5; n += 1) {
      await bench.user(`u${n}`, "read");
      await Promise.all(Array.from({ length: 20 }, () => bench.as(`u${n}`)));
    }
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => bench.app.get("/info", bench.session)),
    );
    expect(answers.every(({ body }) => body["session"] === true)).toBe(true);
    expect(bench.clients.filter(({ closed }) => closed !== undefined).length).toBe(2);
  });

  it("holds on https, and no other name or path is taken", async () => {
    bench.app.certificate.start();
    while (bench.app.https.port === undefined) await sleep(50);
    const secure = await LiveClient.open(
      `wss://127.0.0.1:${bench.app.https.port}/ws`,
      { token: bench.tokens["reader"] },
      { rejectUnauthorized: false },
    );
    bench.clients.push(secure);
    secure.say({ t: "subscribe", patterns: ["*"] });
    await secure.until(() => secure.values.size === 4);
    const asked = (path: string, host: string) =>
      new Promise<string>((resolve) => {
        const { hostname, port } = new URL(bench.app.origin);
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
    const asyncApi = (await (await fetch(`${bench.app.origin}/ws/asyncapi.json`)).json()) as {
      components: { messages: object };
    };
    expect(Object.keys(asyncApi.components.messages)).toEqual(
      expect.arrayContaining(["hello", "subscribe", "write", "values", "ack", "welcome"]),
    );
    const openApi = (await (await fetch(`${bench.app.origin}/ws/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(openApi.paths)).toEqual(["/ws/channels", "/ws/channels/{chan}"]);
  });
});

describe("hostile messages", () => {
  it("harm nobody", async () => {
    const other = await bench.as("reader");
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLiveMessage, { maxLength: 10 }),
        fc.boolean(),
        async (messages, signedIn) => {
          const client = await bench.open(signedIn ? { token: bench.tokens["none"] } : undefined);
          for (const message of messages) client.socket.send(message);
          if (signedIn) {
            client.say({ t: "ping", id: "alive" });
            await client.until(() => client.messages.some(({ id }) => id === "alive"));
          }
          client.end();
        },
      ),
      { numRuns: 60 },
    );
    const tooLong = await bench.as("some");
    tooLong.socket.send("x".repeat(100_000));
    await tooLong.until(() => tooLong.closed === 1009);
    const binary = await bench.as("some");
    binary.socket.send(Buffer.from([1, 2, 3]));
    await binary.until(() => binary.closed === 1003);
    other.say({ t: "ping" });
    await other.next("pong");
    expect(bench.hub.writes).toEqual([]);
    expect(bench.app.log.entries.filter(({ level }) => level === "error")).toEqual([]);
  });

  it("choose by patterns as far as these are few; names may be many", async () => {
    const client = await bench.as("reader");
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
      const headers = { authorization: `Bearer ${bench.tokens["reader"] ?? ""}` };
      return (await fetch(`${bench.app.origin}/ws/channels?${query}`, { headers })).status;
    };
    expect([await list(many), await list(`${many}&filter=x*`)]).toEqual([200, 400]);
  });

  it("too many at once are read when their turn comes, none is lost", async () => {
    const flood = await bench.as("reader");
    for (let n = 0; n < 260; n += 1) flood.say({ t: "ping", id: n });
    const other = await bench.as("writer");
    other.say({ t: "ping" });
    await other.next("pong");
    await flood.until(() => flood.messages.length === 260);
    expect(flood.messages.map(({ id }) => id)).toEqual(Array.from({ length: 260 }, (_, n) => n));
  });
});
