/** The live channel API over real sockets: signing in, values and writes. */
import { setTimeout as sleep } from "node:timers/promises";
import { PROOF_HEADER } from "@hubwart/containers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LiveBench } from "../../testing/live-bench.ts";

let bench: LiveBench;
beforeAll(async () => {
  bench = await LiveBench.start();
});
afterAll(() => bench.app.end());
beforeEach(() => bench.reset());
afterEach(() => bench.hangUp());

describe("hello", () => {
  it("takes a token, or user and password, and says what may be done", async () => {
    expect((await bench.open({ id: 7, token: bench.tokens["some"] })).messages).toEqual([]);
    const client = await bench.open();
    client.say({ t: "hello", id: "a", user: "some", password: "passwort-some" });
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
    const client = await bench.open();
    client.say({ t: "subscribe", id: 1, patterns: ["*"] });
    client.say({ t: "write", id: 2, chan: "knx.line.light", value: true });
    await client.next("error");
    await client.next("error");
    client.say({ t: "hello", user: "some", password: "falsch" });
    expect((await client.next("error"))["message"]).toBe("Benutzer, Passwort oder Token ist falsch.");
    await client.until(() => client.closed === 4401);
    expect(bench.hub.writes).toEqual([]);
    expect(client.values.size).toBe(0);
  });

  it("brakes guessing per caller, but lets tokens in; the console is untouched", async () => {
    for (let n = 0; n < 5; n += 1) {
      const client = await bench.open();
      client.say({ t: "hello", user: n % 2 ? "some" : "nobody", password: `x${n}` });
      await client.until(() => client.closed === 4401);
    }
    const right = await bench.open();
    right.say({ t: "hello", user: "some", password: "passwort-some" });
    expect((await right.next("error"))["retry_after"]).toBeGreaterThan(20);
    await right.until(() => right.closed === 4401);
    await bench.as("some");
    const basic = `Basic ${Buffer.from("some:passwort-some").toString("base64")}`;
    const answer = await fetch(`${bench.app.origin}/ws/channels`, { headers: { authorization: basic } });
    expect(answer.status).toBe(403);
    expect((await bench.app.post("/login", { pwd: "falsch" })).status).toBe(401);
  });
});

describe("through the device's own proxy", () => {
  const wrong = async (headers: Record<string, string>) => {
    const client = await bench.open(undefined, { headers });
    client.say({ t: "hello", user: "some", password: "falsch" });
    const error = await client.next("error");
    await client.until(() => client.closed === 4401);
    return error["retry_after"] !== undefined;
  };

  it("guessing locks out the caller behind it, and nobody else who comes by it", async () => {
    const proof = bench.app.context.use("containers").proxyProof();
    const from = (address: string) => ({ [PROOF_HEADER]: proof, "x-forwarded-for": address });
    for (let n = 0; n < 5; n += 1) await wrong(from("192.0.2.66"));
    expect(await wrong(from("192.0.2.66"))).toBe(true);
    expect(await wrong(from("192.0.2.7"))).toBe(false);
    // Nobody else's word counts.
    expect(await wrong({ "x-forwarded-for": "192.0.2.66" })).toBe(false);
  });
});

describe("values", () => {
  it("come at once and when they change, of what the role opens only", async () => {
    const client = await bench.as("some");
    client.say({ t: "subscribe", id: 1, names: ["mqtt.hall.door", "no.such.name"], patterns: ["*"] });
    expect(await client.next("subscribed")).toEqual({
      t: "subscribed",
      id: 1,
      channels: 2,
      unknown: ["mqtt.hall.door", "no.such.name"],
    });
    await client.until(() => client.values.size === 2);
    bench.hub.setAll([
      ["knx.line.temp", 22],
      ["mqtt.hall.door", "offen"],
    ]);
    await client.until(() => client.values.get("knx.line.temp") === 22);
    client.say({ t: "unsubscribe", id: 2, patterns: ["*"] });
    await client.next("unsubscribed");
    await sleep(50);
    bench.hub.set("knx.line.temp", 23);
    client.say({ t: "ping", id: 3 });
    await client.next("pong");
    expect([...client.values]).toEqual([
      ["knx.line.temp", 22],
      ["knx.line.light", false],
    ]);
    const nobody = await bench.as("none");
    nobody.say({ t: "subscribe", patterns: ["*"] });
    expect((await nobody.next("subscribed"))["channels"]).toBe(0);
  });

  it("a slow reader gets the newest, the others are undisturbed", async () => {
    const slow = await bench.as("reader");
    const quick = await bench.as("reader");
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
      bench.hub.setAll([
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
    const client = await bench.as("some");
    const seen = bench.app.context.store.audit.page({}, 0, 1)[0]?.id ?? 0;
    client.say({ t: "write", id: 1, chan: "knx.line.light", value: true });
    expect(await client.next("ack")).toEqual({ t: "ack", id: 1, chan: "knx.line.light", state: "written" });
    bench.hub.outcome = () => ({ state: "waiting", reason: "Der Bus ist getrennt." });
    client.say({ t: "write", id: 2, chan: "knx.line.light", value: false });
    expect(await client.next("ack")).toMatchObject({ state: "waiting", reason: "Der Bus ist getrennt." });
    bench.hub.outcome = () => ({ state: "written" });
    client.say({ t: "write", id: 3, chan: "knx.line.temp", value: 1 });
    expect(await client.next("ack")).toMatchObject({ id: 3, state: "refused" });
    client.say({ t: "write", id: 4, chan: "mqtt.hall.door", value: 1 });
    expect((await client.next("ack"))["reason"]).toContain("gibt es nicht");
    expect(bench.hub.writes).toHaveLength(2);
    const entries = bench.app.context.store.audit.page({}, 0, 10).filter(({ id }) => id > seen);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      call: "channelWrite",
      address: "127.0.0.1",
      after: { chan: "knx.line.light", value: true, user: "some", state: "written" },
    });
  });

  it("over HTTP by name, with the same role", async () => {
    const put = (name: string, chan: string, value: unknown) =>
      bench.http(name, `channels/${chan}`, { method: "PUT", body: JSON.stringify({ value }) });
    expect(await (await bench.http("some", "channels/knx.line.temp")).json()).toMatchObject({
      chan: "knx.line.temp",
    });
    expect((await bench.http("some", "channels/mqtt.hall.door")).status).toBe(404);
    expect((await bench.http("some", "channels/*")).status).toBe(404);
    expect((await bench.http("none", "channels/knx.line.temp")).status).toBe(404);
    expect((await put("some", "knx.line.light", true)).status).toBe(200);
    expect((await put("some", "knx.line.temp", 5)).status).toBe(403);
    expect((await put("some", "mqtt.hall.door", "auf")).status).toBe(404);
    expect((await put("reader", "knx.line.light", true)).status).toBe(403);
    bench.hub.outcome = () => ({ state: "refused", reason: "Nein." });
    const refused = await put("writer", "mqtt.hall.door", "auf");
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { chan: "mqtt.hall.door", state: "refused", reason: "Nein." },
    ]);
    bench.hub.outcome = () => ({ state: "written" });
    const listed = (await (await bench.http("some", "channels?filter=*l*&limit=1")).json()) as {
      channels: unknown[];
    };
    expect(listed).toMatchObject({ channels: [{ chan: "knx.line.temp" }], truncated: true });
    expect((await bench.http("some", "channels?limit=0")).status).toBe(400);
    expect((await fetch(`${bench.app.origin}/ws/channels`)).status).toBe(401);
    expect((await bench.http("some", "channels/knx.line.light", { method: "PUT", body: "{" })).status).toBe(
      400,
    );
  });
});
