/** Alarms over the live channel API, by real sockets. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { LiveBench } from "../../testing/live-bench.ts";
import type { LiveClient } from "../../testing/live-client.ts";
import { RUNNING } from "../../testing/memory-hub.ts";
import { NO_COUNTS, PlantAlarms } from "../../testing/plant-alarms.ts";

let bench: LiveBench;
let plant: PlantAlarms;
beforeAll(async () => {
  bench = await LiveBench.start();
});
afterAll(() => bench.app.end());
beforeEach(async () => {
  await bench.reset();
  plant = new PlantAlarms();
  Object.assign(bench.hub.answers, plant.answers);
  bench.hub.say({ e: "status", status: RUNNING });
});
afterEach(() => bench.hangUp());

const changed = () => bench.hub.say({ e: "alarms", counts: { ...NO_COUNTS, priorities: [0, 0, 0, 0] } });
async function follow(name: string): Promise<LiveClient> {
  const client = await bench.as(name);
  client.say({ t: "subscribe_alarms", id: 1 });
  return client;
}

it("come at once and with each transition, of what the role opens only; nobody before hello", async () => {
  plant.come("knx.line.temp");
  plant.come("mqtt.hall.door");
  const stranger = await bench.open();
  stranger.say({ t: "subscribe_alarms", id: 1 });
  stranger.say({ t: "acknowledge", id: 2, nrs: [1] });
  expect([(await stranger.next("error"))["id"], (await stranger.next("error"))["id"]]).toEqual([1, 2]);
  const client = await follow("some");
  expect(await client.next("subscribed_alarms")).toEqual({
    t: "subscribed_alarms",
    id: 1,
    state: "watching",
    standing: 1,
  });
  expect((await client.next("alarms"))["alarms"]).toMatchObject([
    { nr: 1, source: "knx.line.temp", state: "unacked" },
  ]);
  const blind = await follow("none");
  expect(await blind.next("subscribed_alarms")).toMatchObject({ standing: 0 });
  plant.come("knx.line.light");
  plant.go("mqtt.hall.door");
  changed();
  expect((await client.next("transitions"))["transitions"]).toMatchObject([
    { what: "raised", source: "knx.line.light", nr: 3 },
  ]);
  client.say({ t: "unsubscribe_alarms", id: 2 });
  await client.next("unsubscribed_alarms");
  client.messages.length = 0;
  plant.go("knx.line.temp");
  changed();
  client.say({ t: "ping", id: 3 });
  await client.next("pong");
  expect([client.messages, blind.messages]).toEqual([[], []]);
});

it("are acknowledged by whom the role lets write, with one entry that names the user", async () => {
  plant.come("knx.line.temp");
  plant.come("knx.line.light");
  const watcher = await follow("reader");
  await watcher.next("alarms");
  const client = await bench.as("some");
  const seen = bench.app.context.store.audit.page({}, 0, 1)[0]?.id ?? 0;
  client.say({ t: "acknowledge", id: 5, nrs: [1, 2] });
  expect(await client.next("acknowledged")).toMatchObject({ id: 5, done: [2], refused: [{ nr: 1 }] });
  changed();
  expect((await watcher.next("transitions"))["transitions"]).toMatchObject([
    { what: "acked", nr: 2, by: "some (Live-Schnittstelle)" },
  ]);
  const entries = bench.app.context.store.audit.page({}, 0, 10).filter(({ id }) => id > seen);
  expect(entries).toMatchObject([{ call: "alarmAck", after: { user: "some", done: 1 } }]);
  client.say({ t: "acknowledge", id: 6, nrs: [] });
  expect((await client.next("error"))["message"]).toContain("nrs");
});

it("are told each, however many become others at once", async () => {
  const alarm = plant.come("knx.line.temp");
  const client = await follow("some");
  await client.next("alarms");
  for (let more = 0; more < 2_000; more += 1) plant.note(alarm, "commented", { text: String(more) });
  changed();
  const told: string[] = [];
  await client.until(() => {
    for (const message of client.messages.splice(0)) {
      expect(message.t).not.toBe("missed");
      if (message.t === "transitions")
        told.push(...(message["transitions"] as { text: string }[]).map(({ text }) => text));
    }
    return told.length >= 2_000;
  });
  expect(told).toEqual(Array.from({ length: 2_000 }, (_, more) => String(more)));
});

it("of a reader that does not read, the newest of each alarm and the newest transitions wait, and the rest is counted", async () => {
  const alarm = plant.come("knx.line.temp");
  const client = await follow("some");
  await client.next("alarms");
  client.socket.pause();
  const words = "x".repeat(3_000);
  for (let round = 0; round < 40; round += 1) {
    for (let more = 0; more < 100; more += 1)
      plant.note(
        alarm,
        "commented",
        { why: words },
        { priority: more % 2 ? 1 : 2, text: `${round}-${more}` },
      );
    changed();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  client.socket.resume();
  let told = 0;
  let missed = 0;
  let newest = "";
  await client.until(() => {
    for (const message of client.messages.splice(0)) {
      if (message.t === "transitions") told += (message["transitions"] as unknown[]).length;
      if (message.t === "missed") missed += Number(message["transitions"]);
      if (message.t === "alarms") newest = String((message["alarms"] as { text: string }[]).at(-1)?.text);
    }
    return told + missed === 4_000 && newest === "39-99";
  });
  expect(missed).toBeGreaterThan(0);
});

it("are said to be uncertain where the hub does not tell", async () => {
  bench.hub.answers.alarms = () => {
    throw new Error("away");
  };
  const client = await follow("some");
  expect(await client.next("subscribed_alarms")).toMatchObject({ state: "unsure", standing: 0 });
});
