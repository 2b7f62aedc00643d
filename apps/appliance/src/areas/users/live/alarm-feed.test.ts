import type { LiveAlarm, LiveTransition } from "@hubwart/contract/live";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { expect, it } from "vitest";
import { NO_COUNTS, PlantAlarms } from "../../../testing/plant-alarms.ts";
import { ScriptedHub } from "../../../testing/scripted-hub.ts";
import { AlarmFeed, type AlarmSubscriber } from "./alarm-feed.ts";

const TEMP = "knx.line.temp";
const DOOR = "mqtt.hall.door";
const COUNTS = { ...NO_COUNTS, priorities: [0, 0, 0, 0] as [number, number, number, number] };

class Reader implements AlarmSubscriber {
  readonly alarms: LiveAlarm[] = [];
  readonly transitions: LiveTransition[] = [];
  readonly states: string[] = [];
  lost = 0;
  readonly #open: (chan: string) => boolean;
  constructor(open: (chan: string) => boolean = () => true) {
    this.#open = open;
  }
  mayRead(chan: string): boolean {
    return this.#open(chan);
  }
  takeAlarm(_id: string, json: string): void {
    this.alarms.push(JSON.parse(json) as LiveAlarm);
  }
  takeTransition(json: string): void {
    this.transitions.push(JSON.parse(json) as LiveTransition);
  }
  takeState(state: string): void {
    this.states.push(state);
  }
  missed(count: number): void {
    this.lost += count;
  }
  flush(): void {
    // Nothing waits here.
  }
  /** What it was told since the last time. */
  heard() {
    return {
      alarms: this.alarms.splice(0).map(({ source, state }) => `${source} ${state}`),
      transitions: this.transitions.splice(0).map(({ source, what }) => `${source} ${what}`),
    };
  }
}

function bench() {
  const hub = new ScriptedHub();
  const plant = new PlantAlarms();
  Object.assign(hub.answers, plant.answers);
  hub.say({ state: "running", projectVersion: "1" });
  const clock = new ManualClock();
  const feed = new AlarmFeed(hub, clock, createLogger("system", "test", new MemoryLogSink()), new Scope());
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  const changed = async () => {
    hub.sayAlarms(COUNTS);
    await settle();
  };
  const join = async (reader: Reader) => {
    await feed.ready();
    return feed.add(reader);
  };
  return { hub, plant, clock, feed, settle, changed, join };
}

it("tells what stands, then each transition and how the alarm is with it", async () => {
  const { plant, join, changed, feed } = bench();
  plant.come(TEMP);
  const reader = new Reader();
  expect([await join(reader), feed.state]).toEqual([1, "watching"]);
  expect(reader.heard()).toEqual({ alarms: [`${TEMP} unacked`], transitions: [] });
  plant.go(TEMP);
  plant.come(DOOR);
  plant.answers.alarmAct({ what: "ack", nrs: [2], by: "Anna" });
  await changed();
  expect(reader.heard()).toEqual({
    alarms: [`${DOOR} acked`, `${TEMP} normal`],
    transitions: [`${TEMP} cleared`, `${DOOR} raised`, `${DOOR} acked`],
  });
  await changed();
  expect(reader.heard()).toEqual({ alarms: [], transitions: [] });
});

it("tells a reader nothing of an alarm whose channel is closed to them, nor what explains another", async () => {
  const { plant, join, changed } = bench();
  const reader = new Reader((chan) => chan === TEMP);
  const alarm = plant.come(TEMP, { suppressed: { by: "parent", parent: `high/${DOOR}` } });
  plant.come(DOOR);
  expect(await join(reader)).toBe(1);
  expect(JSON.stringify(reader.alarms)).not.toContain(DOOR);
  expect(reader.alarms.splice(0)[0]).toMatchObject({ suppressed: true });
  plant.note(alarm, "suppressed", { why: `erklärt durch high/${DOOR}` });
  plant.note(alarm, "told", { by: "email.mail" });
  plant.go(DOOR);
  await changed();
  expect(JSON.stringify(reader)).not.toContain(DOOR);
  expect(reader.transitions.map(({ what }) => what)).toEqual(["suppressed"]);
  expect(JSON.stringify(reader.alarms)).not.toContain("technik");
});

it("catches up on what happened while the hub was away, and says that it was", async () => {
  const { hub, plant, join, settle } = bench();
  const reader = new Reader();
  plant.come(TEMP);
  await join(reader);
  reader.heard();
  hub.goAway();
  await settle();
  plant.go(TEMP);
  plant.come(DOOR);
  hub.say({ state: "running" });
  await settle();
  expect(reader.states).toEqual(["unsure", "watching"]);
  expect(reader.heard()).toEqual({
    alarms: [`${DOOR} unacked`, `${TEMP} normal`],
    transitions: [`${TEMP} cleared`, `${DOOR} raised`],
  });
});

it("takes what stands anew with another project, and with another journal", async () => {
  const { hub, plant, join, settle, changed } = bench();
  const reader = new Reader();
  const alarm = plant.come(TEMP);
  await join(reader);
  reader.heard();
  plant.standing.set(alarm.id, { ...alarm, priority: 1 });
  hub.say({ projectVersion: "2" });
  await settle();
  expect(reader.alarms.splice(0)).toMatchObject([{ source: TEMP, priority: 1 }]);
  plant.events = [];
  plant.come(DOOR);
  plant.events = plant.events.map((event) => ({ ...event, seq: 0 }));
  await changed();
  expect(reader.heard().alarms).toEqual([`${DOOR} unacked`]);
  plant.alarms = 0;
  plant.events = [];
  plant.standing.clear();
  hub.say({ projectVersion: "3" });
  await settle();
  expect(reader.heard().alarms).toEqual([`${TEMP} normal`, `${DOOR} normal`]);
  expect(reader.states).toEqual(["none"]);
  hub.say({ state: "no_project" });
  await settle();
  expect(reader.states).toEqual(["none", "no_project"]);
});

it("finds what no line tells of: maintenance, lines that are gone, a disk that takes nothing", async () => {
  const { plant, join, changed, clock, settle } = bench();
  const reader = new Reader();
  const alarm = plant.come(TEMP);
  await join(reader);
  reader.heard();
  plant.events.push({ ...plant.events[0], seq: 2, what: "maintenance", nr: 0, id: "knx.line" } as never);
  plant.standing.set(alarm.id, { ...alarm, maintenance: 1 });
  await changed();
  expect(reader.alarms.splice(0)).toMatchObject([{ source: TEMP, maintenance: 1 }]);
  for (let more = 0; more < 1_200; more += 1) plant.note(alarm, "commented");
  plant.events.splice(0, 102);
  await changed();
  expect([reader.lost, reader.transitions.length]).toEqual([100, 1_100]);
  reader.heard();
  plant.trouble = "Die Platte ist voll.";
  plant.standing.delete(alarm.id);
  clock.advance(15_000);
  await settle();
  expect(reader.heard().alarms).toEqual([`${TEMP} normal`]);
  expect(reader.states).toEqual(["unsure"]);
});

it("asks nothing while nobody follows, and begins anew then", async () => {
  const { hub, plant, join, changed, feed, clock, settle } = bench();
  clock.advance(60_000);
  await changed();
  expect(hub.asked).toEqual([]);
  const reader = new Reader();
  await join(reader);
  feed.delete(reader);
  const before = hub.asked.length;
  plant.come(TEMP);
  await changed();
  clock.advance(60_000);
  await settle();
  expect(hub.asked.length).toBe(before);
  expect(await join(reader)).toBe(1);
  expect(reader.heard()).toEqual({ alarms: [`${TEMP} unacked`], transitions: [] });
});

it("tries again after a failure, and says meanwhile that what was told may be old", async () => {
  const { hub, plant, join, settle, clock } = bench();
  const reader = new Reader();
  await join(reader);
  hub.answers.alarmNews = () => {
    throw new Error("away");
  };
  plant.come(TEMP);
  clock.advance(15_000);
  await settle();
  expect(reader.states).toEqual(["unsure"]);
  hub.answers.alarmNews = plant.answers.alarmNews;
  clock.advance(15_000);
  await settle();
  expect(reader.states).toEqual(["unsure", "watching"]);
  expect(reader.heard()).toEqual({ alarms: [`${TEMP} unacked`], transitions: [`${TEMP} raised`] });
});
