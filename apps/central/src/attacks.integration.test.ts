/** What a hub does that is not one of ours: each thing is refused, the central stays up, and other hubs do not notice. */
import { feedSubject, subjectsOf } from "@hubwart/fleet";
import { joinCentral } from "@hubwart/fleet/join";
import type { Identity } from "@hubwart/fleet/uplink";
import { useSharedFolder } from "@hubwart/testing/folder";
import { useOpen } from "@hubwart/testing/open";
import { headers, type NatsConnection } from "@nats-io/transport-node";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestCentral, type TestCentral } from "./testing/central.ts";
import { rawHub, STATE, TestSite } from "./testing/site.ts";

const folder = useSharedFolder();
let central: TestCentral;
let victim: TestSite;
const open = useOpen((connection: NatsConnection) => connection.close());
beforeAll(async () => {
  central = await startTestCentral(folder());
  victim = new TestSite(await central.join({ name: "Opfer" }), folder());
  await victim.start();
}, 180_000);
afterAll(async () => {
  await victim?.stop();
  await central?.stop();
});

/** A hub's connection, and what the server told it. */
async function raw(identity: Identity) {
  const connection = await rawHub(identity);
  const told: string[] = [];
  void (async () => {
    for await (const status of connection.status())
      if (status.type === "error") told.push(status.error.message);
  })();
  open.push(connection);
  return { connection, told };
}

const rows = async (hub: string, what = "alarms"): Promise<{ seq: number; text?: string }[]> => {
  const { body } = await central.call("GET", `/sites/${what}?hub=${hub}&limit=500`);
  return (body["entries"] as { seq: number }[]).toReversed();
};
/** The victim's next entry arrives, and nothing else of it is there. */
async function untouched(): Promise<void> {
  victim.alarm("meins");
  const wanted = victim.alarms.map(({ seq, text }) => ({ seq, text }));
  await vi.waitFor(
    async () => {
      const found = await rows(victim.identity.hub);
      expect(found.map(({ seq, text }) => ({ seq, text }))).toEqual(wanted);
    },
    { timeout: 60_000, interval: 200 },
  );
  expect(victim.connected).toBe(true);
  expect((await central.call("GET", "/sites")).status).toBe(200);
}

const batch = (count: number, more: object = {}) =>
  JSON.stringify({
    v: 1,
    entries: Array.from({ length: count }, (_, at) => ({
      seq: at + 1,
      at: 1,
      what: "raised",
      nr: 1,
      id: "a",
      source: "s",
      priority: 1,
      text: "falsch",
      ...more,
    })),
  });

it("writes no journal and reads no answer of another hub", async () => {
  const { connection, told } = await raw(await central.join());
  const { hub } = victim.identity;
  const { ask, feeds, state, stored } = subjectsOf(hub);
  const written = [
    ...feeds,
    ask,
    state,
    stored("alarms"),
    "hw.x.feed.alarms",
    "$JS.API.STREAM.PURGE.SITES",
    "$JS.API.STREAM.DELETE.SITES",
    "$JS.API.CONSUMER.DELETE.SITES.central",
    "$JS.ACK.SITES.central.1.1.1.1.0",
  ];
  const read = [...feeds, stored("alarms"), "hw.*.feed.*", "$JS.>"];
  for (const subject of written) connection.publish(subject, batch(1));
  for (const subject of read)
    connection.subscribe(subject, {
      callback: (error) => void told.push(error?.message ?? "heard"),
    });
  await connection.flush();
  const refused = (subject: string, what: string) =>
    told.some(
      (text) => new RegExp(`violation for ${what} to`, "i").test(text) && text.includes(`"${subject}"`),
    );
  await vi.waitFor(
    () => {
      for (const subject of written) expect(refused(subject, "publish"), subject).toBe(true);
      for (const subject of read) expect(refused(subject, "subscription"), subject).toBe(true);
    },
    { timeout: 10_000 },
  );
  expect(told).not.toContain("heard");
  await untouched();
});

it("makes nobody else write for it: answers go to its own inboxes only", async () => {
  const identity = await central.join();
  const attacker = identity.hub;
  const { connection } = await raw(identity);
  const { hub } = victim.identity;
  const heard: string[] = [];
  const peer = await raw(victim.identity);
  peer.connection.subscribe(subjectsOf(hub).call, {
    callback: (_error, message) => void heard.push(message.string()),
  });
  await peer.connection.flush();
  const targets = [
    "$JS.API.STREAM.PURGE.SITES",
    "$JS.API.STREAM.DELETE.SITES",
    "$JS.API.CONSUMER.DELETE.SITES.central",
    subjectsOf(hub).state,
    subjectsOf(hub).call,
    subjectsOf(hub).stored("alarms"),
    feedSubject(hub, "alarms"),
  ];
  // More than what locks out a hub that sends garbage, were it taken for the victim's.
  for (let round = 0; round < 12; round += 1)
    for (const reply of targets) {
      connection.publish(feedSubject(attacker, "alarms"), batch(1), { reply });
      connection.publish(subjectsOf(attacker).ask, '{"v":1,"ask":"marks"}', { reply });
    }
  await connection.flush();
  await untouched();
  expect(heard).toEqual([]);
});

it("sends garbage, deep JSON and too much at once: none of it is stored, and it is locked out", async () => {
  const identity = await central.join({ name: "Unfug" });
  const { connection } = await raw(identity);
  const subject = feedSubject(identity.hub, "alarms");
  const garbage = [
    "",
    "{",
    "null",
    "[".repeat(200_000),
    `${'{"v":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    batch(501),
    batch(1, { priority: 9 }),
    batch(1, { seq: -1 }),
    batch(1, { seq: 1e300 }),
    batch(1, { text: "x".repeat(5_000) }),
    batch(1, { at: "'; DROP TABLE sites; --" }),
    '{"v":1,"entries":[]}',
    '{"v":2,"entries":[{}]}',
  ];
  for (const text of garbage) connection.publish(subject, text);
  connection.publish(subject, new Uint8Array([0xff, 0xfe, 0]));
  await connection.flush();
  await untouched();
  expect(await rows(identity.hub)).toEqual([]);
  // What is odd but a batch is stored as it is.
  connection.publish(subject, batch(1, { text: "a\u0000b\ud800'; DROP TABLE sites; --" }));
  await vi.waitFor(async () => expect(await rows(identity.hub)).toHaveLength(1), 10_000);
  for (let more = 0; more < 20; more += 1) connection.publish(subject, "{");
  await connection.closed();
  await expect(raw(identity)).rejects.toThrow(/authorization/i);
  await untouched();
}, 60_000);

it("sends more than a message may be: the server ends the connection", async () => {
  const identity = await central.join();
  const { connection } = await raw(identity);
  expect(() => connection.publish(feedSubject(identity.hub, "alarms"), "x".repeat(2_000_000))).toThrow();
  await untouched();
});

it("floods: with reports it is locked out within seconds, with batches it fills its own share", async () => {
  const [loud, full] = [await central.join({ name: "Laut" }), await central.join({ name: "Voll" })];
  const { connection } = await raw(loud);
  const report = JSON.stringify(STATE);
  const { state } = subjectsOf(loud.hub);
  const began = performance.now();
  let sent = 0;
  while (!connection.isClosed() && performance.now() - began < 20_000) {
    for (let more = 0; more < 200; more += 1) connection.publish(state, report);
    sent += 200;
    await Promise.race([connection.flush().catch(() => undefined), connection.closed()]);
  }
  expect(connection.isClosed(), `${sent} reports`).toBe(true);
  await expect(raw(loud)).rejects.toThrow(/authorization/i);
  const { body } = await central.call("GET", "/audit?limit=20");
  expect(body["entries"]).toContainEqual(expect.objectContaining({ call: "siteFlooded", who: "Laut" }));

  const filling = await raw(full);
  const large = batch(100, { text: "x".repeat(2_000) });
  for (let more = 0; more < 100; more += 1) {
    const named = headers();
    named.set("Nats-Msg-Id", `flood.${more}`);
    filling.connection.publish(feedSubject(full.hub, "alarms"), large, { headers: named });
  }
  await filling.connection.flush();
  await untouched();
}, 180_000);

it("uses its code a second time, or that of somebody who has just joined", async () => {
  const code = await central.code();
  const joining = { address: central.address, code, name: "h", version: "1" };
  const first = await joinCentral(joining);
  await expect(joinCentral(joining)).rejects.toMatchObject({ field: "code" });
  await expect(joinCentral({ ...joining, name: first.hub })).rejects.toMatchObject({ field: "code" });
  await untouched();
});
