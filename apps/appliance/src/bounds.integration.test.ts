/**
 * Whoever is kept to some channels learns of no other, by any call that filters and any topic of the event stream; and every such
 * call is here. The hub of this test keeps nothing back, so what is left out is left out by the appliance.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { type CallName, type CallSpec, calls, STREAM_TOPICS, TOPIC_CHANNELS } from "@hubwart/contract";
import { keptMatcher, NotFoundError, nameMatcher } from "@hubwart/core";
import type { AlarmEvent, HubEvent, StandingAlarm } from "@hubwart/ipc";
import { repoRoot } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "./http/rights.ts";
import * as plant from "./testing/bounded-plant.ts";
import { MemoryHub } from "./testing/memory-hub.ts";
import { signedIn } from "./testing/signed-in.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const PODS = ["knx.halle", "knx.halle2", "mqtt.dach", "asset.keller"];
const KNX = "knx.iface.halle.main";
/** With a mark behind it, so that a name is found whole in whatever is answered. */
const name = (pod: string, nr: number) => `${pod}.${["temp", "licht", "soll"][nr % 3]}_${nr}~`;
const CHANNELS = PODS.flatMap((pod, at) => Array.from({ length: 6 }, (_, nr) => name(pod, at * 6 + nr)));
const CONSTANTS = Array.from({ length: 6 }, (_, nr) => name("const.main", 30 + nr));
const PLANS = Array.from({ length: 4 }, (_, nr) => name("sched.haus", 40 + nr));
const NAMES = [...CHANNELS, ...CONSTANTS, ...PLANS];
const MARKED = /[\w]+\.[\w]+\.[\w]+_\d+~/g;

const alarm = (source: string, nr: number): StandingAlarm => ({
  nr,
  id: `a${nr}`,
  source,
  kind: "above",
  priority: 1,
  text: "zu warm",
  state: "unacked",
  since: 1,
  value: 1,
  ...(nr % 4 === 0 ? { suppressed: { by: "enable", chan: CHANNELS[(nr + 7) % CHANNELS.length] ?? "" } } : {}),
});
const STANDING = CHANNELS.map((source, at) => alarm(source, at + 1));
const EVENTS = CHANNELS.map(
  (source, seq): AlarmEvent => ({
    seq,
    at: 1,
    what: "raised",
    nr: seq,
    id: "a",
    source,
    priority: 1,
    text: "",
  }),
);

/** Each with another channel as what it should be. */
const POINTS = CHANNELS.map((chan, at) => ({
  chan,
  type: "float",
  setpoint: CHANNELS[(at + 5) % CHANNELS.length],
}));

let app: TestApp;
const folder = useSharedFolder();
let hub: MemoryHub;
/** Changes which project runs and which way a value came. */
let seed = 0;
const acted: number[] = [];
beforeAll(async () => {
  hub = new MemoryHub(Object.fromEntries(CHANNELS.map((chan, at) => [chan, at])));
  const link = (at: number) => CHANNELS[at % CHANNELS.length] ?? "";
  Object.assign(hub.answers, {
    alarms: () => ({
      alarms: 9,
      counts: { priorities: [9, 0, 0, 0], unacked: 9, shelved: 0, suppressed: 0, maintenance: 0 },
      standing: STANDING,
      total: STANDING.length,
      maintenance: PODS.map((scope, nr) => ({ nr, scope, by: "x", why: "y", since: 1, until: 2 })),
      classes: [],
      ofDevice: false,
    }),
    alarmHistory: ({ limit, offset }: { limit: number; offset: number }) => ({
      events: EVENTS.slice(offset, offset + limit),
      total: EVENTS.length,
    }),
    alarmAct: ({ nrs }: { nrs: number[] }) => {
      acted.push(...nrs);
      return { done: nrs };
    },
    alarmShelve: ({ nrs }: { nrs: number[] }) => ({ done: nrs }),
    alarmComment: () => ({}),
    suggest: ({ kind }: { kind: string }) => ({
      values: kind === "tags" ? ["nord"] : [...PODS.map((pod) => `${pod}.*`), ...CHANNELS],
    }),
    traceMeta: () => ({
      records: CHANNELS.map((chan) => ({
        chan,
        conn_state: true,
        conn_active: 0,
        conn_count: 0,
        conn_last: 0,
      })),
    }),
    channelDefinition: ({ chan }: { chan: string }) => ({
      chan,
      type: "float",
      writable: true,
      tags: [],
      incoming: [3, 9, 14].map((at) => ({ source: link(at), target: chan })),
      outgoing: [1, 8, 20].map((at) => ({ source: chan, target: link(at) })),
      links: { incoming: 3, outgoing: 3 },
    }),
    area: () => ({
      named: true,
      area: "",
      channels: CHANNELS.length,
      areas: [{ path: "Haus", channels: 1, areas: 0, bad: 0, uncertain: 0, received: 1, points: POINTS }],
      points: POINTS,
      total: POINTS.length,
      records: CHANNELS.map((chan, at) => ({
        chan,
        value: 1,
        quality: 0,
        last: 1,
        count: 1,
        from: link(at + 3),
      })),
    }),
    chart: ({ channels }: { channels: string[] }) => ({
      step: 1,
      series: channels.map((chan) => ({ chan, points: [] })),
    }),
    pods: () => ({ pods: PODS.map(plant.hubPodOf) }),
    schedulesChanged: () => ({}),
    recordingChanged: () => ({}),
    alarmFigures: ({ within = CHANNELS }: { within?: string[] }) => {
      const isOwn = keptMatcher(within);
      return { worst: CHANNELS.filter(isOwn).map((id) => ({ id, text: "", count: 1, share: 1 })) };
    },
    podAsk: ({ chan, method, pod }: { chan: string; method: string; pod: string }) => ({
      result: plant.lineOf(CHANNELS, pod, method) ?? { chan },
    }),
    corrections: () => ({
      corrections: CHANNELS.map((chan, number) => {
        const rest = { from: 1, to: 2, values: 1, by: "x", at: 3, why: "xxx", undone: false };
        return { number, chan, ...rest };
      }),
    }),
    why: ({ chan }: { chan: string }) => plant.whyOf(CHANNELS, chan, seed),
    ...plant.energyOf(CHANNELS),
    energyExchange: ({ meter }: { meter: string }) => {
      acted.push(CHANNELS.indexOf(meter) + 1);
      return { announced: true, amount: 0, repeated: false };
    },
  });
  app = await startTestApp({ hubConnection: hub, launched: true });
  await app.setUp();
  const status = {
    pid: 1,
    state: "running",
    started: 1,
    projectVersion: "1",
    projectId: "p",
    pods: 4,
    podsOnline: 4,
  };
  hub.say({ e: "status", status } as HubEvent);
  hub.say({ e: "pods", pods: PODS.map(plant.hubPodOf) });
  const projects = [true, false].map((withPages) => path.join(folder(), `compiled-${withPages}.json`));
  for (const [at, file] of projects.entries())
    await writeFile(file, JSON.stringify(plant.projectOf(CHANNELS, PLANS, at === 0)));
  const { plans } = app.context.layout;
  await mkdir(plans, { recursive: true });
  // Each says in its bytes of which channel it is.
  const pictures = [0, 1, 2, 3].map((nr) =>
    writeFile(path.join(plans, `p${nr}.svg`), plant.drawingOf(CHANNELS, nr)),
  );
  await Promise.all(pictures);
  const constant = (chan: string) => ({ chan, type: "int", value: 5 });
  Object.assign(app.context.use("project"), {
    compiledFile: () => projects[seed % 2],
    constants: async () => ({
      version: "1",
      uploaded: 1,
      constants: CONSTANTS.map(constant),
      files: [`plan/${CHANNELS[0]}`],
    }),
    places: async () => undefined,
  });
  for (const chan of CHANNELS.filter((_chan, at) => at % 6 < 2))
    await (app.handlers.recordingChange as unknown as (asked: object) => Promise<object>)({
      body: { chan, record: true },
      audit: () => undefined,
    });
});
afterAll(async () => {
  await app.end();
});

const DAYS = { from: "1970-01-01", to: "1970-01-01", step: "day" };

type Given = { params?: object; query?: object; body?: object };
/** Each call that filters, with what asks it for as much as it has; `chan` is any channel at all. */
const ASKED: Readonly<Partial<Record<CallName, (chan: string) => Given>>> = {
  traceGet: () => ({ params: { name: "data" }, query: {} }),
  tracePost: () => ({ params: { name: "meta" }, body: {} }),
  traceSuggestions: () => ({ query: { kind: "channels", text: "" } }),
  traceArea: () => ({ query: {} }),
  traceDefinition: (chan) => ({ query: { chan } }),
  traceCourse: () => ({ body: { chans: CHANNELS } }),
  traceChart: () => ({ body: { chans: CHANNELS, from: 0, to: 1, points: 1 } }),
  correctionList: (chan) => ({ query: seed % 2 === 0 ? {} : { chan } }),
  starsGet: () => ({ query: { project: "p" } }),
  starsChange: () => ({ body: { project: "p", add: CHANNELS, remove: [] } }),
  channelWrite: (chan) => ({ body: { chan, value: 1 } }),
  // For a wall panel alone: panel.integration.test.ts.
  panelLook: () => ({ query: {} }),
  panelPlan: () => ({ query: { file: "eg.svg" } }),
  pods: () => ({ query: {} }),
  podChannels: () => ({ query: { pod: "knx.halle" } }),
  podRead: (chan) => ({ query: { pod: podOfName(chan) }, body: { chan } }),
  traceWhy: (chan) => ({ query: { chan } }),
  pageList: () => ({ query: {} }),
  pageLook: () => ({ query: { page: seed % 2 === 0 ? `p${seed % 4}` : (PODS[seed % 4] ?? "") } }),
  podAssets: (chan) => ({ query: { pod: podOfName(chan) } }),
  knxInfo: () => ({ query: { iface: KNX } }),
  knxTelegrams: () => ({ query: { iface: KNX, after: 0 } }),
  recordingAdded: () => ({ query: {} }),
  alarmFigures: () => ({ query: { from: 0, to: 5 } }),
  planFiles: () => ({ query: {} }),
  planFile: () => ({ query: { file: `p${seed % 4}.svg` } }),
  energyLook: () => ({ query: {} }),
  energySums: (chan) => ({ query: { ...DAYS, ...(seed % 2 === 0 ? {} : { meters: chan }) } }),
  energyEvents: (chan) => ({ query: { meter: chan } }),
  energyExchange: (chan) => ({ body: { meter: chan, at: 1, end_reading: 1, start_reading: 1 } }),
  energyCsv: () => ({ query: DAYS }),
  energyParquet: () => ({ query: DAYS }),
  energyReport: () => ({ query: { period: "1970-01" } }),
  alarmLook: () => ({ query: { view: "all", limit: 10_000 } }),
  alarmHistory: () => ({ query: { from: 0, to: 5, limit: 1_000 } }),
  alarmHistoryDownload: () => ({ query: { from: 0, to: 5 } }),
  alarmAck: () => ({ body: { all: {} } }),
  alarmReset: () => ({ body: { nrs: STANDING.map(({ nr }) => nr) } }),
  alarmShelve: () => ({ body: { nrs: STANDING.map(({ nr }) => nr), minutes: 5, why: "x" } }),
  alarmUnshelve: () => ({ body: { nrs: STANDING.map(({ nr }) => nr) } }),
  alarmComment: (chan) => ({ body: { nr: CHANNELS.indexOf(chan) + 1, text: "x" } }),
  scheduleLook: () => ({ query: { limit: 200 } }),
  scheduleOne: (chan) => ({ query: { chan: planOf(chan) } }),
  scheduleSave: (chan) => ({
    body: { chan: planOf(chan), plan: { default: false, times: [], exceptions: [], dates: [] } },
  }),
  scheduleReset: (chan) => ({ body: { chan: planOf(chan) } }),
  scheduleOverride: (chan) => ({ body: { chan: planOf(chan), override: undefined } }),
  basketFiles: () => ({ query: {} }),
  basketFile: () => ({ query: { file: "main.json" } }),
  basketChanges: () => ({ query: {} }),
  basketSave: () => ({
    query: { file: "main.json" },
    body: { rows: CONSTANTS.map((channel) => ({ channel, value: 7 })) },
  }),
};
function podOfName(chan: string): string {
  return chan.split(".").slice(0, 2).join(".");
}

/** Some plan or other. */
function planOf(chan: string): string {
  return PLANS[CHANNELS.indexOf(chan) % PLANS.length] ?? "";
}

/** At the level of who only looks, and refused as a whole; docs/decisions/people.md says why. */
const REFUSED: readonly CallName[] = [
  "lakeDownload",
  "lakeExportStatus",
  "lakeFiles",
  "luaState",
  "poolFiles",
];

/** Among those that tell names. */
const TELL_NAMES: readonly CallName[] = [
  ...(["podAssets", "knxTelegrams", "recordingAdded", "alarmFigures"] as const),
  ...(["traceWhy", "pageLook", "planFile", "scheduleLook", "alarmLook"] as const),
  ...(["energyLook", "energySums", "energyEvents", "energyCsv", "energyParquet", "energyReport"] as const),
];

/** In the change log, and not answered. */
const audited: unknown[] = [];

async function told(call: CallName, given: Given, patterns: string[]): Promise<string> {
  const request = {
    params: {},
    query: {},
    body: {},
    ...given,
    session: signedIn("operate", "s1", { channels: patterns }),
    address: "::1",
    audit: (note: unknown) => audited.push(note),
  };
  const handler = app.handlers[call] as unknown as (asked: unknown) => Promise<Record<string, unknown>>;
  try {
    const answer = await handler(request);
    if ("file" in answer) return plant.unpacked(await buffer(answer["file"] as NodeJS.ReadableStream));
    const { data } = answer;
    return JSON.stringify(call === "planFile" ? Buffer.from(String(data), "base64").toString() : answer);
  } catch (error) {
    if (error instanceof NotFoundError || !(error instanceof Error)) return "";
    // Named by who asked, and no more than that.
    return error.name === "InvalidInputError" ? "" : Promise.reject(error);
  }
}

const pattern = plant.patternsOf(NAMES, PODS);

describe("who is kept to some channels", () => {
  it("is asked about by every call that filters", () => {
    const filtered = (Object.entries(calls) as [CallName, CallSpec][])
      .filter(([, { channels }]) => channels === "filtered")
      .map(([call]) => call);
    expect([...Object.keys(ASKED), "stream"].toSorted()).toEqual(filtered.toSorted());
  });

  it("is refused few calls of who only looks, each for a reason that is written down", async () => {
    const refused = (Object.entries(calls) as [CallName, CallSpec][])
      .filter(([, { channels, needs }]) => needs === "see" && channels === "whole")
      .map(([call]) => call);
    expect(refused.toSorted()).toEqual(REFUSED);
    const reasons = await readFile(path.join(repoRoot(), "docs/decisions/people.md"), "utf8");
    expect(REFUSED.filter((call) => !reasons.includes(`\`${call}\``))).toEqual([]);
  });

  it("learns of no other: a thousand lists of patterns, no channel leaked, and his own are there", async () => {
    const own = new Map<string, number>();
    const property = fc.asyncProperty(
      fc.array(pattern, { minLength: 0, maxLength: 4 }),
      fc.constantFrom(...CHANNELS),
      fc.nat(1_000),
      async (patterns, chan, nr) => {
        seed = nr;
        acted.length = 0;
        const mine = patterns.length === 0 ? () => false : nameMatcher(patterns);
        for (const [call, given] of Object.entries(ASKED)) {
          if (call === "energyReport" && seed % 10 > 0) continue;
          const answer = await told(call as CallName, given(chan), patterns);
          const found = [...answer.matchAll(MARKED)].map(([each]) => each);
          const leaked = found.filter((each) => !mine(each));
          expect(leaked, `${call} ${JSON.stringify(patterns)}`).toEqual([]);
          own.set(call, (own.get(call) ?? 0) + found.length);
        }
        for (const nr of acted.splice(0)) expect(mine(STANDING[nr - 1]?.source ?? "")).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 1_000 });
    expect([...own.values()].reduce((all, each) => all + each)).toBeGreaterThan(10_000);
    expect(TELL_NAMES.filter((call) => !own.get(call))).toEqual([]);
  }, 300_000);

  it("writes no other channel, and no other constant", async () => {
    hub.writes.length = 0;
    const [mine = "", other = ""] = CHANNELS;
    await told("channelWrite", { body: { chan: other, value: 1 } }, [mine]);
    expect(hub.writes).toEqual([]);
    await told("channelWrite", { body: { chan: mine, value: 1 } }, [mine]);
    expect(hub.writes).toEqual([{ chan: mine, value: 1 }]);
  });

  it("hears of no other on the event stream, and of the whole log nothing", async () => {
    const mine = "knx.halle.*";
    const session = signedIn("operate", app.context.sessions.tokens.issue().sessionId, { channels: [mine] });
    const open = (topics: string) =>
      (app.handlers.stream as unknown as (asked: object) => Promise<{ file: NodeJS.ReadableStream }>)({
        session,
        query: { topics, filter: "*" },
        signal: new AbortController().signal,
      });
    const topics = STREAM_TOPICS.filter((topic) => TOPIC_CHANNELS[topic] !== "whole");
    const { file } = await open(topics.join(","));
    let heard = "";
    file.on("data", (chunk: Buffer) => (heard += String(chunk)));
    await expect.poll(() => heard.includes("event: alarms"), { timeout: 5_000 }).toBe(true);
    hub.setAll(CHANNELS.map((chan) => [chan, Math.random()] as const));
    await expect.poll(() => heard.includes("event: trace"), { timeout: 5_000 }).toBe(true);
    const found = [...heard.matchAll(MARKED)].map(([each]) => each);
    expect(found.length).toBeGreaterThan(6);
    expect(found.filter((each) => !nameMatcher([mine])(each))).toEqual([]);
    expect(heard).not.toContain("mqtt.dach");
    await expect(open("status,log")).rejects.toThrow(ForbiddenError);
    (file as unknown as { destroy(): void }).destroy();
  });
});
