import { ManualClock } from "@hubwart/core";
import type { HubPod, IfaceState, ScriptReport } from "@hubwart/ipc";
import type { CompiledLink, CompiledProject } from "@hubwart/project";
import { expect, it } from "vitest";
import { LastWrites } from "../channels/last-writes.ts";
import { Router } from "../channels/router.ts";
import { ChannelTable } from "../channels/table.ts";
import { channel, pod, project } from "../testing/projects.ts";
import { explain, explainAll } from "./why.ts";
import { worldOf } from "./world.ts";

const T = 1_000_000;
const UP = { iface: "main", state: true, active: 1, count: 1, last: 10 };
const REPORT: ScriptReport = {
  name: "s.lua",
  state: "running",
  starts: 1,
  failures: 0,
  events: 0,
  coalesced: 0,
  writes: 0,
  figures: { memory: 0, busy: 0, calls: 0, refused: 0, throttled: false },
};

interface Options {
  /** By pod: its main interface, and what is told of the pod itself. */
  ifaces?: Record<string, Partial<IfaceState> & { peer?: string }>;
  pods?: Record<string, Partial<HubPod>>;
  scripts?: Record<string, { source: string; report?: Partial<ScriptReport> }>;
  writer?: string;
}

/** A plant without processes: the real table and router, and what pods would report. */
function plantOf(of: CompiledProject, options: Options = {}) {
  const clock = new ManualClock(T);
  const table = new ChannelTable(of);
  const writes = new LastWrites();
  const router = new Router(table, of.links, {
    clock,
    deliver: () => undefined,
    observe: () => undefined,
    problem: () => undefined,
  });
  const unsettled = new Map<string, number>();
  const number = (chan: string) => table.number(chan) ?? -1;
  const pods = of.pods.map((each) => ({
    unsettled: (local: number) => unsettled.get(each.channels[local]?.chan ?? ""),
    report: (): HubPod => ({
      id: each.id,
      type: each.type,
      internal: each.internal,
      params: {},
      running: true,
      started: 1,
      starts: 1,
      crashes: 0,
      pid: 1,
      memory: 0,
      cpu: 0,
      counters: { in: 0, out: 0, coalesced: 0, failed: 0 },
      ifaces: [{ ...UP, ...options.ifaces?.[each.id] }],
      ...options.pods?.[each.id],
    }),
  }));
  const plant = {
    table,
    project: of,
    pods,
    writes,
    into: (at: number) => router.into(at),
    reading: () => undefined,
  };
  const scripts = Object.entries(options.scripts ?? {});
  const look =
    scripts.length === 0
      ? undefined
      : {
          sources: Object.fromEntries(scripts.map(([name, { source }]) => [name, source])),
          pod: pods[0]?.report() as HubPod,
          reports: scripts.map(([name, { report }]) => ({ ...REPORT, ...report, name })),
          writer: options.writer,
        };
  return {
    clock,
    table,
    unsettled,
    came: (chan: string, value: unknown, quality: 0 | 1 | 2 = 0) =>
      router.update(number(chan), value, quality, clock.now()),
    write: (chan: string, value: unknown, by?: { who: "person"; name: string } | { who: "script" }) => {
      router.write(number(chan), value, 0, clock.now());
      if (by) writes.note(chan, { by, at: clock.now(), value });
    },
    refuse: (chan: string, text: string, since = T) =>
      table.refusals.set(number(chan), { text, since, last: since, count: 1 }),
    world: () => worldOf(plant, clock.now(), look),
    why: (chan: string) => {
      const found = explain(worldOf(plant, clock.now(), look), chan);
      if (!found) throw new Error(`no channel ${chan}`);
      return found;
    },
  };
}

const chainOf = (length: number): { names: string[]; links: CompiledLink[] } => {
  const names = Array.from({ length }, (_, i) => `t.b.c${i}`);
  return { names, links: names.slice(1).map((target, i) => ({ source: names[i] ?? "", target })) };
};
const METER = pod("modb_client.zaehler", [channel("modb_client.zaehler.p")]);
const PEER = { peer: "192.168.1.20:502" };
const REFUSED = "Verbindung zu 192.168.1.20:502 abgelehnt: dort nimmt kein Dienst Verbindungen an";

it("says where a value that is fine comes from", () => {
  const plant = plantOf(
    project(
      [METER, pod("t.b", [channel("t.b.out", { dir: "out" })])],
      [{ source: "modb_client.zaehler.p", target: "t.b.out" }],
    ),
    {
      ifaces: { "modb_client.zaehler": PEER },
    },
  );
  plant.came("modb_client.zaehler.p", 5);
  const why = plant.why("t.b.out");
  expect(why).toMatchObject({ state: "good", others: 0, skipped: 0, value: 5 });
  expect(why.cause).toBeUndefined();
  expect(why.text).toBe("Gültig: kommt über den Pod „modb_client.zaehler“ von 192.168.1.20:502");
  expect(why.steps.map(({ kind, id }) => [kind, id])).toEqual([
    ["channel", "t.b.out"],
    ["link", "modb_client.zaehler.p → t.b.out"],
    ["channel", "modb_client.zaehler.p"],
    ["iface", "modb_client.zaehler/main"],
  ]);
});

it("walks back to a connection that is down, with its time and the values before", () => {
  const target = pod("t.b", [channel("t.b.out", { dir: "out" })]);
  const of = project([METER, target], [{ source: "modb_client.zaehler.p", target: "t.b.out" }]);
  const plant = plantOf(of, {
    ifaces: { "modb_client.zaehler": { ...PEER, state: false, error: REFUSED, last: T + 5_000 } },
  });
  for (const value of [1, 2, 3]) plant.came("modb_client.zaehler.p", value);
  for (const chan of ["t.b.out", "modb_client.zaehler.p"]) {
    plant.table.qualities[0] = 1;
    const { cause, state, steps } = plant.why(chan);
    expect(cause).toMatchObject({
      kind: "refused",
      id: "modb_client.zaehler/main",
      text: `modb_client.zaehler: ${REFUSED}`,
      since: T + 5_000,
      before: 3,
      place: { page: "pod", id: "modb_client.zaehler" },
    });
    expect(cause?.mend).toContain("192.168.1.20:502");
    expect(state).toBe(chan === "t.b.out" ? "unexpected" : "uncertain");
    expect(steps.at(-1)).toMatchObject({ kind: "iface", fine: false, since: T + 5_000 });
  }
});

it("takes the earliest of several causes, and of those at one time the one nearest to the world", () => {
  const a = pod("modb_client.a", [channel("modb_client.a.x")]);
  const b = pod("mqtt.b", [channel("mqtt.b.x"), channel("mqtt.b.set", { dir: "out" })]);
  const of = project(
    [a, b],
    [
      { source: "modb_client.a.x", target: "mqtt.b.set" },
      { source: "mqtt.b.x", target: "mqtt.b.set" },
    ],
  );
  const down = (last: number) => ({ state: false, error: REFUSED, last });
  const later = plantOf(of, { ifaces: { "modb_client.a": down(T + 60_000), "mqtt.b": down(T) } }).why(
    "mqtt.b.set",
  );
  expect([later.cause?.id, later.others]).toEqual(["mqtt.b/main", 1]);
  const earlier = plantOf(of, { ifaces: { "modb_client.a": down(T - 60_000), "mqtt.b": down(T) } }).why(
    "mqtt.b.set",
  );
  expect([earlier.cause?.id, earlier.others, earlier.more[0]?.id]).toEqual([
    "modb_client.a/main",
    1,
    "mqtt.b/main",
  ]);
});

it("tells a cause once, however many ways lead to it", () => {
  const { names, links } = chainOf(4);
  const more = [...links, { source: names[0] ?? "", target: names[3] ?? "" }];
  const of = project(
    [
      pod(
        "t.b",
        names.map((name, i) => channel(name, { dir: i === 0 ? "in" : "out" })),
      ),
    ],
    more,
  );
  const why = plantOf(of, { ifaces: { "t.b": { state: false, error: REFUSED, last: T } } }).why("t.b.c3");
  expect([why.cause?.id, why.others, why.state]).toEqual(["t.b/main", 0, "never"]);
});

it("ends in circles, and says so where no value comes in", () => {
  const names = ["t.b.a", "t.b.b", "t.b.c"];
  const links = names.map((source, i) => ({ source, target: names[(i + 1) % 3] ?? "" }));
  const of = project(
    [
      pod(
        "t.b",
        names.map((name) => channel(name, { dir: "out" })),
      ),
    ],
    links,
  );
  const plant = plantOf(of);
  expect(plant.why("t.b.a").cause).toMatchObject({ kind: "circle" });
  plant.write("t.b.b", 7, { who: "person", name: "Anna" });
  expect(plant.why("t.b.a")).toMatchObject({
    state: "good",
    text: "Gültig: In der Konsole geschrieben von Anna",
  });
});

it("follows a thousand links, and tells both ends of the way", () => {
  const { names, links } = chainOf(1_001);
  const of = project(
    [
      METER,
      pod(
        "t.b",
        names.map((name) => channel(name, { dir: "out" })),
      ),
    ],
    [{ source: "modb_client.zaehler.p", target: names[0] ?? "" }, ...links],
  );
  const plant = plantOf(of, { ifaces: { "modb_client.zaehler": { state: false, error: REFUSED, last: T } } });
  const why = plant.why("t.b.c1000");
  expect(why.cause?.id).toBe("modb_client.zaehler/main");
  expect([why.steps.length, why.steps[0]?.id, why.skipped > 1_900]).toEqual([40, "t.b.c1000", true]);
});

it("names a link that lets a value not pass, until one passes", () => {
  const link = { source: "t.a.x", target: "t.b.out" };
  const of = (own: Partial<CompiledLink>) =>
    project(
      [pod("t.a", [channel("t.a.x", { type: "string" })]), pod("t.b", [channel("t.b.out", { dir: "out" })])],
      [{ ...link, ...own }],
    );
  const map = plantOf(of({ map: { an: 1 } }));
  map.came("t.a.x", "vielleicht");
  expect(map.why("t.b.out").cause).toMatchObject({ kind: "map", id: "t.a.x → t.b.out", since: T });
  expect(map.why("t.b.out").cause?.text).toContain("„vielleicht“");
  map.came("t.a.x", "an");
  expect(map.why("t.b.out").state).toBe("good");
  const scale = plantOf(of({ scale: 2 }));
  scale.came("t.a.x", "warm");
  expect(scale.why("t.b.out").cause?.kind).toBe("conversion");
  const held = plantOf(of({ minInterval: 60_000 }));
  held.came("t.a.x", "1");
  held.came("t.a.x", "2");
  expect(held.why("t.b.out").cause?.kind).toBe("held");
});

it("names the value that does not fit its channel", () => {
  const of = project(
    [pod("t.a", [channel("t.a.x", { type: "string" })]), pod("t.b", [channel("t.b.out", { dir: "out" })])],
    [{ source: "t.a.x", target: "t.b.out" }],
  );
  const plant = plantOf(of);
  plant.came("t.a.x", "warm".repeat(50));
  const { cause, state } = plant.why("t.b.out");
  expect([cause?.kind, state, cause?.since]).toEqual(["type", "bad", T]);
  expect(cause?.text.length).toBeLessThan(120);
  plant.came("t.a.x", "4");
  expect(plant.why("t.b.out").state).toBe("good");
});

it("knows a pod by how it fails", () => {
  const of = project([METER]);
  const kind = (report: Partial<HubPod>) =>
    plantOf(of, { pods: { "modb_client.zaehler": { running: false, changed: T, ...report } } }).why(
      "modb_client.zaehler.p",
    ).cause?.kind;
  expect(kind({})).toBe("pod_starting");
  expect(kind({ internal: false })).toBe("pod_away");
  expect(kind({ error: "Der externe Pod ist nicht verbunden." })).toBe("pod_away");
  expect(kind({ error: "Der Prozess ist unerwartet beendet (SIGKILL) und wird neu gestartet." })).toBe(
    "pod_crashed",
  );
  expect(kind({ error: "Der Pod zählt seine Nachrichten falsch." })).toBe("pod_cut");
  expect(kind({ error: "host: Keine gültige IP-Adresse" })).toBe("pod_settings");
  expect(kind({ running: true, silent: true, error: "x" })).toBe("pod_silent");
});

it("tells old values from those that are not good yet", () => {
  const of = project([
    pod("t.a", [channel("t.a.x", { config: { max_age: 5 } }), channel("t.a.y", { retain: true })]),
  ]);
  const plant = plantOf(of);
  plant.came("t.a.x", 1);
  plant.clock.advance(6_000);
  plant.table.qualities[0] = 1;
  plant.table.judged(0, 1, plant.clock.now());
  expect(plant.why("t.a.x").cause).toMatchObject({ kind: "stale", since: T + 6_000 });
  Object.assign(plant.table.values, { 1: 4 });
  plant.table.qualities[1] = 1;
  plant.table.counts[1] = 1;
  plant.table.last[1] = 7;
  expect(plant.why("t.a.y").cause).toMatchObject({ kind: "kept", since: 7 });
  const back = plantOf(of, { ifaces: { "t.a": { last: T + 9_000 } } });
  back.came("t.a.x", 1);
  back.table.qualities[0] = 1;
  back.table.judged(0, 1, T + 5_000);
  expect(back.why("t.a.x").cause).toMatchObject({ kind: "until_next", since: T + 5_000 });
});

it("follows scripts to what they wait for", () => {
  const of = project([METER, pod("t.b", [channel("t.b.out", { dir: "out" })])]);
  const source = `on_change("modb_client.zaehler.p", function(v) write("t.b.out", v) end)`;
  const down = { "modb_client.zaehler": { state: false, error: REFUSED, last: T } };
  const kinds = (report: Partial<ScriptReport>, ifaces = {}) => {
    const { cause, others } = plantOf(of, { ifaces, scripts: { "s.lua": { source, report } } }).why(
      "t.b.out",
    );
    return [cause?.kind, cause?.id, others];
  };
  expect(kinds({}, down)).toEqual(["refused", "modb_client.zaehler/main", 1]);
  expect(kinds({ state: "broken", error: "Zeile 3: …", errorAt: T })).toEqual(["script_broken", "s.lua", 0]);
  expect(kinds({ error: "Zeile 3: …", errorAt: T })).toEqual(["script_failed", "s.lua", 0]);
  expect(kinds({ loop: "t.b.out" })).toEqual(["script_loop", "s.lua", 0]);
  const plant = plantOf(of, { scripts: { "s.lua": { source } }, writer: "s.lua" });
  plant.came("modb_client.zaehler.p", 3);
  plant.write("t.b.out", 3, { who: "script" });
  expect(plant.why("t.b.out")).toMatchObject({ state: "good", text: "Gültig: Skript „s.lua“" });
});

it("says what became of a write", () => {
  const of = project(
    [pod("mqtt.b", [channel("mqtt.b.out", { dir: "out" }), channel("mqtt.b.in")])],
    [{ source: "mqtt.b.in", target: "mqtt.b.out" }],
  );
  const plant = plantOf(of, { ifaces: { "mqtt.b": { peer: "10.0.0.1:1883" } } });
  plant.write("mqtt.b.out", 4, { who: "person", name: "Anna" });
  plant.unsettled.set("mqtt.b.out", T);
  expect(plant.why("mqtt.b.out").state).toBe("good");
  plant.clock.advance(6_000);
  expect(plant.why("mqtt.b.out")).toMatchObject({
    state: "waiting",
    cause: { kind: "unconfirmed", since: T },
  });
  plant.refuse("mqtt.b.out", "Der Broker nimmt die Nachricht nicht an: keine Berechtigung");
  expect(plant.why("mqtt.b.out")).toMatchObject({ state: "refused", cause: { kind: "permission" } });
  plant.table.refusals.clear();
  plant.unsettled.clear();
  plant.came("mqtt.b.in", 9);
  expect(plant.why("mqtt.b.out")).toMatchObject({ state: "unexpected", cause: { kind: "overtaken" } });
});

it("gathers what is not good by its causes", async () => {
  const many = pod(
    "modb_client.a",
    Array.from({ length: 500 }, (_, i) => channel(`modb_client.a.c${i}`)),
  );
  const of = project([many, pod("t.b", [channel("t.b.out", { dir: "out" }), channel("t.b.fine")])]);
  const plant = plantOf(of, { ifaces: { "modb_client.a": { state: false, error: REFUSED, last: T } } });
  plant.came("t.b.fine", 1);
  const { groups, looked, troubled } = await explainAll(plant.world(), 10);
  expect([looked, troubled]).toEqual([501, 501]);
  expect(groups.map(({ channels, first, kind }) => [kind, channels, first.length])).toEqual([
    ["refused", 500, 3],
    ["nobody_writes", 1, 1],
  ]);
});

it("walks over 10,000 channels and names one cause for all of them", () => {
  const { links, names } = chainOf(5_001);
  const sources = names.map((_, i) => channel(`modb_client.a.c${i}`));
  const of = project(
    [
      pod("modb_client.a", sources),
      pod(
        "t.b",
        names.map((name) => channel(name, { dir: "out" })),
      ),
    ],
    [...sources.map(({ chan }, i) => ({ source: chan, target: names[i] ?? "" })), ...links],
  );
  const plant = plantOf(of, { ifaces: { "modb_client.a": { state: false, error: REFUSED, last: T } } });
  const { cause, others } = plant.why("t.b.c5000");
  expect([cause?.id, others]).toEqual(["modb_client.a/main", 0]);
});
