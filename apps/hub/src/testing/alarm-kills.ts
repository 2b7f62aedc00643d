/**
 * Kills the process of the alarms at random moments while alarms of every manner come and go and people act on them, and holds
 * what its journal has against what was done.
 *
 *     const plant = killedPlant();                   // the project
 *     const found = await killAlarms(hub, { kills: 10, random, told: file });
 *     found.faults;                                  // empty: nothing was lost, nothing done twice, nothing told after it was acknowledged
 */
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { isActive, next, type State } from "@hubwart/alarms/states";
import type { AlarmEvent, AlarmLook } from "@hubwart/ipc";
import type { CompiledAlarm, CompiledProject } from "@hubwart/project";
import { descendants, waitFor } from "@hubwart/testing";
import type { HubProcess } from "./hub-process.ts";
import { channel, pod, project } from "./projects.ts";

const LIMIT = 50;
const WAY = "fake.mail";
const ENABLE = "fake.b.enable";
/** By the pod between its taking of a message and ours of the acknowledgement, ms. */
const ON_THE_WAY = 250;

const row = (id: string, rest: Partial<CompiledAlarm> = {}): CompiledAlarm => ({
  id,
  source: `fake.b.${id}`,
  kind: "above",
  limits: [LIMIT],
  priority: 2,
  text: `${id} {value}`,
  ack: "on",
  class: "people",
  ...rest,
});
const ALARMS = [
  row("plain"),
  row("both", { ack: "both" }),
  row("latch", { latch: true }),
  row("none", { ack: "none" }),
  row("parent"),
  row("child", { parent: "parent" }),
  row("enabled", { enable: ENABLE }),
  row("shelved"),
  row("worked", { tags: ["works"] }),
];

export function killedPlant(): CompiledProject {
  const out = (chan: string, type: "float" | "bool" = "float") => channel(chan, { dir: "out", type });
  return project(
    [pod("fake.b", [...ALARMS.map(({ source }) => out(source)), out(ENABLE, "bool")]), pod(WAY, [])],
    [],
    {
      alarms: ALARMS,
      alarmClasses: [{ id: "people", steps: [{ after: 0, ways: [WAY], repeat: 2_500, until: "ack" }] }],
    },
  );
}

interface Options {
  kills: number;
  /** 0 to 1. */
  random: () => number;
  /** File in which the fake pods note what they were told. */
  told: string;
}

interface Done {
  what: "acked" | "reset";
  nr: number;
  at: number;
}

export interface Kills {
  faults: string[];
  events: number;
  acked: number;
  messages: number;
  states: Set<string>;
}

export async function killAlarms(hub: HubProcess, { kills, random, told }: Options): Promise<Kills> {
  const values = new Map<string, number>();
  const done: Done[] = [];
  const states = new Set<string>();
  const seen = new Map<number, string>();
  const faults: string[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const write = (chan: string, value: unknown) => hub.client.request("write", { chan, value });
  const look = (): Promise<AlarmLook> => hub.client.request("alarms", { limit: 100 });

  async function act(): Promise<void> {
    const dice = random();
    if (dice < 0.6) {
      const { id, source } = pick(ALARMS);
      const value = random() < 0.5 ? LIMIT + 10 : LIMIT - 10;
      values.set(id, value);
      await write(source, value);
      return;
    }
    if (dice < 0.65) return void (await write(ENABLE, random() < 0.5));
    const { maintenance, standing } = await look();
    for (const { maintenance: works, shelved, state, suppressed } of standing)
      for (const name of [
        state,
        shelved && "shelved",
        suppressed && "suppressed",
        works === undefined ? undefined : "out of service",
      ])
        if (name !== undefined) states.add(name);
    if (dice < 0.7) {
      if (maintenance.length === 0)
        await hub.client.request("alarmMaintain", {
          scope: "#works",
          by: "Anna",
          why: "x",
          until: Date.now() + 60_000,
        });
      return;
    }
    const alarm = standing.length === 0 ? undefined : pick(standing);
    if (!alarm) return;
    if (alarm.id === "shelved" && dice < 0.8) {
      const until = Date.now() + 60_000;
      await hub.client.request("alarmShelve", { nrs: [alarm.nr], by: "Anna", why: "x", until });
      return;
    }
    const what = random() < 0.7 ? "ack" : "reset";
    const answer = await hub.client.request("alarmAct", { what, nrs: [alarm.nr], by: "Anna" });
    for (const nr of answer.done) done.push({ what: what === "ack" ? "acked" : "reset", nr, at: Date.now() });
  }

  /** All of the journal; what was there before has to be there as it was. */
  async function journal(): Promise<AlarmEvent[]> {
    const question = { from: 0, to: Number.MAX_SAFE_INTEGER, offset: 0, limit: 10_000 };
    const { events } = await hub.client.request("alarmHistory", question);
    const now = new Map(events.map((event) => [event.seq, JSON.stringify(event)]));
    for (const [seq, text] of seen) if (now.get(seq) !== text) faults.push(`line ${seq} is gone: ${text}`);
    for (const [seq, text] of now) seen.set(seq, text);
    return events.toReversed();
  }

  await write(ENABLE, true);
  let killed = 0;
  let killAt = 0;
  const began = Date.now();
  while (killed < kills) {
    if (killAt === 0) killAt = Date.now() + 100 + random() * (killed % 5 === 0 ? 3_500 : 500);
    // While it is away it refuses; whatever was not answered may have been done or not.
    await act().catch(() => undefined);
    await sleep(random() * 40);
    if (Date.now() < killAt) continue;
    process.kill(await alarmsProcess(hub), "SIGKILL");
    killed += 1;
    killAt = 0;
    await waitFor(async () => (await look().catch(() => undefined)) !== undefined, {
      what: `it to come back after kill ${killed} (${Date.now() - began} ms)`,
      timeout: 15_000,
      interval: 20,
    });
    await journal();
  }
  // All come anew, so that some are told whatever became of the others.
  for (const value of [LIMIT - 10, LIMIT + 10])
    for (const { id, source } of ALARMS) {
      values.set(id, value);
      await write(source, value);
    }
  await waitFor(async () => (await messagesOf(told)).length > 0, { what: "a message", timeout: 20_000 });
  await sleep(1_000);
  const events = await journal();
  const { standing } = await look();
  faults.push(...replayed(events, standing, values), ...twice(events, done));
  const messages = await messagesOf(told);
  faults.push(...toldAfter(messages, done));
  return {
    faults,
    events: events.length,
    acked: done.filter(({ what }) => what === "acked").length,
    messages: messages.length,
    states,
  };
}

/** The lines of each alarm, walked through by the table of states, end in the state in which it is. */
function replayed(
  events: readonly AlarmEvent[],
  standing: AlarmLook["standing"],
  values: ReadonlyMap<string, number>,
): string[] {
  const faults: string[] = [];
  const states = new Map<string, { state: State; heard: boolean }>();
  let last = 0;
  for (const { id, nr, seq, what, why } of events) {
    const alarm = ALARMS.find((each) => each.id === id);
    if (!alarm) continue;
    const manner = { ack: alarm.ack, latch: alarm.latch === true };
    const now = states.get(id) ?? { state: "normal", heard: true };
    const to = (state: State, heard = now.heard) => {
      if (state === now.state && what !== "unsuppressed")
        faults.push(`line ${seq}: ${id} ${what} in ${now.state}`);
      states.set(id, { state, heard });
    };
    if (what === "raised") {
      if (nr !== last + 1) faults.push(`line ${seq}: number ${nr} after ${last}`);
      last = nr;
      to(next(now.state, "on", manner), why === undefined);
    } else if (what === "cleared") to(now.heard ? next(now.state, "off", manner) : "normal");
    else if (what === "acked") to(next(now.state, "ack", manner));
    else if (what === "reset") to(next(now.state, "reset", manner));
    else if (what === "unsuppressed") to(now.state, true);
  }
  for (const { id } of ALARMS) {
    const state = states.get(id)?.state ?? "normal";
    const is = standing.find((alarm) => alarm.id === id)?.state ?? "normal";
    if (state !== is) faults.push(`${id} is ${is}, its lines say ${state}`);
    if (isActive(is) !== (values.get(id) ?? 0) > LIMIT) faults.push(`${id} is ${is} at ${values.get(id)}`);
  }
  return faults;
}

/** What was answered is written down once. */
function twice(events: readonly AlarmEvent[], done: readonly Done[]): string[] {
  return done.flatMap(({ nr, what }) => {
    const lines = events.filter((event) => event.nr === nr && event.what === what).length;
    const asked = done.filter((each) => each.nr === nr && each.what === what).length;
    return lines === asked ? [] : [`${what} of ${nr} was answered ${asked} times, and has ${lines} lines`];
  });
}

interface Message {
  at: number;
  text: string;
}

async function messagesOf(file: string): Promise<Message[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Message);
}

/** Sections of a message stand in the order new, not done yet, over. */
function toldAfter(messages: readonly Message[], done: readonly Done[]): string[] {
  return messages.flatMap(({ at, text }) => {
    const [wanting = ""] = text.split("Vorbei:");
    return [...wanting.matchAll(/: (\w+) .*Nr\. (\d+)\)/g)].flatMap(([, id, nr]) =>
      // What is to be acknowledged twice is told again in between.
      id !== "both" &&
      done.some((each) => each.what === "acked" && each.nr === Number(nr) && each.at + ON_THE_WAY < at)
        ? [`${nr} was told after it was acknowledged: ${text}`]
        : [],
    );
  });
}

export async function alarmsProcess(hub: HubProcess): Promise<number> {
  for (const pid of await descendants(hub.child.pid ?? 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes("alarms.mjs")) return pid;
  }
  throw new Error("there is no process of the alarms");
}
