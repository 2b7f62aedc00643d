/** Where drafts name things; that examples mean the same under another name is held by the appliance (`areas/drafts/names.test.ts`). */
import type { DraftDocument, DraftTable } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { copyPodOps, linksOfPod, placesOfPod } from "./copy-pod.ts";
import { channelsOf } from "./namings.ts";
import { partOfPod } from "./part-of-pod.ts";
import { type Subject, subjectOf, usageOf } from "./references.ts";
import { renameOps } from "./rename.ts";

const TYPES = new Set(["mqtt", "ping"]);

function table(name: string, columns: string[], rows: (string | number | null | { secret: string })[][]) {
  return {
    id: name.toLowerCase().trim(),
    name,
    above: [],
    columns: columns.map((column, at) => ({ id: `c${at}`, name: column })),
    rows: rows.map((cells, row) => ({
      id: `${name[0]?.toLowerCase() ?? ""}${row}`,
      cells: Object.fromEntries(cells.map((cell, at) => [`c${at}`, cell])),
    })),
  } satisfies DraftTable;
}

const DRAFT: DraftDocument = {
  tables: [
    table(
      "pods",
      ["ID ", "host", "password", "iface"],
      [
        ["mqtt.a", "10.0.0.1", { secret: "s1" }, null],
        ["mqtt.a", "10.0.0.2", null, "zwei"],
        ["# mqtt.a", "10.0.0.9", null, null],
        ["ping.a", null, null, null],
      ],
    ),
    table(
      " MQTT",
      ["pod", "channel"],
      [
        ["a", "x"],
        ["mqtt.a", " y "],
        ["b", "x"],
        [null, "z"],
        ["a", 7],
        ["# a", "x"],
      ],
    ),
    table(
      "links",
      ["source", "target"],
      [
        ["mqtt.a.x", "mqtt.a.y"],
        ["const.main.g", "mqtt.ab.x"],
        ["mqtt.a.fehlt", null],
      ],
    ),
    table(
      "alarms",
      ["id", "source", "limit", "enable"],
      [
        ["zu-warm", "mqtt.a.x", "mqtt.a.x; const.main.g", null],
        ["alle", "mqtt.a.*", "18,5", "mqtt.b.x"],
        ["viele", "*.x", null, null],
      ],
    ),
    table("classes", ["class", "way"], [["technik", "ping.a,mqtt.a.x ; mqtt.a"]]),
    table("constants", ["channel"], [["g"], ["main.h"], ["const.k.h"], ["k.i"]]),
  ],
  scripts: {
    "regel.lua":
      'write("mqtt.a.x", 1)\n-- mqtt.a.x1, xmqtt.a.x, mqtt.a.x.y\nread("mqtt.a.y") read("mqtt.a.x")\n',
    "leer.lua": "",
  },
};
const of = (kind: Subject["kind"], name: string) => usageOf(DRAFT, { kind, name }, TYPES);
const places = (kind: Subject["kind"], name: string) =>
  of(kind, name).cells.map(({ column, defines, row, table: id }) => `${id} ${row} ${column} ${defines}`);
const names = (subject: Subject, to: string) => {
  const plan = renameOps(DRAFT, subject, to, TYPES);
  if ("refused" in plan) return plan.refused;
  return plan.ops.flatMap((op) =>
    op.op === "set"
      ? op.cells.map(([row, column, text]) => `${row} ${column} ${typeof text === "string" ? text : ""}`)
      : [],
  );
};

describe("what names a thing", () => {
  it("is a channel's row, links and scripts, whole names only", () => {
    expect(places("channel", "mqtt.a.x")).toEqual([
      "mqtt  0 c1 true",
      "links l0 c0 false",
      "alarms a0 c1 false",
      "alarms a0 c2 false",
      "classes c0 c1 false",
    ]);
    expect(of("channel", "mqtt.a.x").patterns.map(({ row }) => row)).toEqual(["a1", "a2"]);
    expect(of("channel", "mqtt.a.y").patterns.map(({ row }) => row)).toEqual(["a1"]);
    expect(of("constant", "const.main.g").patterns).toEqual([]);
    expect(of("channel", "mqtt.a.x").scripts.map(({ line, script }) => [script, line])).toEqual([
      ["regel.lua", 1],
      ["regel.lua", 3],
    ]);
  });

  it("is a pod's rows, those of its channels, and the names of its channels", () => {
    expect(places("pod", "mqtt.a")).toEqual([
      "pods p0 c0 true",
      "pods p1 c0 true",
      "mqtt  0 c0 false",
      "mqtt  1 c0 false",
      "mqtt  4 c0 false",
      "links l0 c0 false",
      "links l0 c1 false",
      "links l2 c0 false",
      "alarms a0 c1 false",
      "alarms a0 c2 false",
      "alarms a1 c1 false",
      "classes c0 c1 false",
    ]);
    // What a pattern of the pod alone means is no other pattern.
    expect(of("pod", "mqtt.a").patterns.map(({ row }) => row)).toEqual(["a2"]);
    expect(of("pod", "mqtt.a").scripts).toHaveLength(3);
    expect(places("pod", "mqtt.ab")).toEqual(["links l1 c1 false"]);
  });

  it("is told from the row, and in links from the cell", () => {
    const subject = (id: string, row: string, column?: string) =>
      subjectOf(DRAFT, { table: id, row, column }, TYPES);
    expect([
      subject("pods", "p1"),
      subject("pods", "p2"),
      subject("mqtt", " 1"),
      subject("mqtt", " 3"),
      subject("mqtt", " 4"),
      subject("links", "l1", "c0"),
      subject("links", "l0", "c1"),
      subject("links", "l2", "c1"),
      subject("constants", "c0"),
      subject("alarms", "a0", "c2"),
      subject("alarms", "a2", "c1"),
      subject("classes", "c0", "c1"),
    ]).toEqual([
      { kind: "pod", name: "mqtt.a" },
      undefined,
      { kind: "channel", name: "mqtt.a.y" },
      undefined,
      { kind: "channel", name: "mqtt.a.7" },
      { kind: "constant", name: "const.main.g" },
      { kind: "channel", name: "mqtt.a.y" },
      undefined,
      { kind: "constant", name: "const.main.g" },
      { kind: "channel", name: "mqtt.a.x" },
      undefined,
      { kind: "pod", name: "ping.a" },
    ]);
    const [, mqtt] = DRAFT.tables;
    if (!mqtt) throw new Error("no table");
    expect([...channelsOf(mqtt, mqtt.rows.slice(0, 2), TYPES)]).toEqual([
      [" 0", "mqtt.a.x"],
      [" 1", "mqtt.a.y"],
    ]);
  });
});

describe("another name", () => {
  it("is written in the form that each cell has", () => {
    expect(names({ kind: "pod", name: "mqtt.a" }, "neu")).toEqual([
      "p0 c0 mqtt.neu",
      "p1 c0 mqtt.neu",
      " 0 c0 neu",
      " 1 c0 mqtt.neu",
      " 4 c0 neu",
      "l0 c0 mqtt.neu.x",
      "l0 c1 mqtt.neu.y",
      "l2 c0 mqtt.neu.fehlt",
      "a0 c1 mqtt.neu.x",
      "a0 c2 mqtt.neu.x; const.main.g",
      "a1 c1 mqtt.neu.*",
      "c0 c1 ping.a,mqtt.neu.x ; mqtt.neu",
    ]);
    expect(names({ kind: "channel", name: "mqtt.a.x" }, " z ")).toEqual([
      " 0 c1 z",
      "l0 c0 mqtt.a.z",
      "a0 c1 mqtt.a.z",
      "a0 c2 mqtt.a.z; const.main.g",
      "c0 c1 ping.a,mqtt.a.z ; mqtt.a",
    ]);
    expect(names({ kind: "constant", name: "const.main.g" }, "neu")).toEqual([
      "l1 c0 const.main.neu",
      "a0 c2 mqtt.a.x; const.main.neu",
      "c0 c0 neu",
    ]);
    expect(names({ kind: "constant", name: "const.main.g" }, "k.neu")).toEqual([
      "l1 c0 const.k.neu",
      "a0 c2 mqtt.a.x; const.k.neu",
      "c0 c0 k.neu",
    ]);
    expect(names({ kind: "constant", name: "const.main.h" }, "neu")).toEqual(["c1 c0 main.neu"]);
    expect(names({ kind: "constant", name: "const.k.h" }, "k.neu")).toEqual(["c2 c0 const.k.neu"]);
    expect(names({ kind: "constant", name: "const.k.i" }, "neu")).toEqual(["c3 c0 main.neu"]);
  });

  it.each<[Subject["kind"], string, string, string]>([
    ["channel", "mqtt.a.x", "y", "taken"],
    ["channel", "mqtt.a.x", "fehlt", "taken"],
    ["channel", "mqtt.a.x", "x", "same"],
    ["channel", "mqtt.a.x", "a.b", "bad"],
    ["channel", "mqtt.a.x", "", "bad"],
    ["channel", "mqtt.a.x", "Iface", "reserved"],
    ["pod", "mqtt.a", "ab", "taken"],
    ["pod", "mqtt.a", "b", "taken"],
    ["pod", "mqtt.a", "pod", "reserved"],
    ["constant", "const.main.g", "h", "taken"],
    ["constant", "const.main.g", "a.b.c", "bad"],
  ])("of the %s %s is not %j: %s", (kind, name, to, refused) =>
    expect(names({ kind, name }, to)).toBe(refused),
  );
});

describe("a pod once more", () => {
  const places = [{ row: "p1", column: "c1", value: "10.9.9.9" }];
  const copy = (name: string, links = false) =>
    copyPodOps(DRAFT, { pod: "mqtt.a", name, prefix: "n", places, links }, TYPES);

  it("has its interfaces elsewhere, its passwords and its channels, each below the last of their table", () => {
    const plan = copy("neu");
    expect("ops" in plan && plan.ops).toEqual([
      {
        op: "insert",
        table: "pods",
        after: "p1",
        rows: [
          { id: "n-1", cells: { c0: "mqtt.neu", c1: "10.0.0.1", c2: { secret: "s1" }, c3: null } },
          { id: "n-2", cells: { c0: "mqtt.neu", c1: "10.9.9.9", c2: null, c3: "zwei" } },
        ],
      },
      {
        op: "insert",
        table: "mqtt",
        after: " 4",
        rows: [
          { id: "n-3", cells: { c0: "neu", c1: "x" } },
          { id: "n-4", cells: { c0: "mqtt.neu", c1: " y " } },
          { id: "n-5", cells: { c0: "neu", c1: 7 } },
        ],
      },
    ]);
  });

  it("has its links too where that is wanted, from and to its own channels", () => {
    const plan = copy("neu", true);
    expect("ops" in plan && plan.ops.at(-1)).toEqual({
      op: "insert",
      table: "links",
      after: "l2",
      rows: [
        { id: "n-6", cells: { c0: "mqtt.neu.x", c1: "mqtt.neu.y" } },
        { id: "n-7", cells: { c0: "mqtt.neu.fehlt", c1: null } },
      ],
    });
    expect(["mqtt.a", "mqtt.ab", "ping.a"].map((pod) => linksOfPod(DRAFT, pod, TYPES))).toEqual([2, 1, 0]);
  });

  it("says where its interfaces lie now", () => {
    expect(placesOfPod(DRAFT, "mqtt.a", TYPES).map(({ iface, name, value }) => [iface, name, value])).toEqual(
      [
        ["", "host", "10.0.0.1"],
        ["zwei", "host", "10.0.0.2"],
      ],
    );
  });

  it("needs a name that is free", () => {
    expect([copy("b"), copy("ab"), copy("Ö")]).toMatchObject([
      { refused: "taken" },
      { refused: "taken" },
      { refused: "bad" },
    ]);
  });
});

describe("what says how a pod connects", () => {
  it("is its rows and those of its channels, by the row of an interface", () => {
    const part = partOfPod(DRAFT, "p1", TYPES);
    expect([part?.pod, part?.iface]).toEqual(["mqtt.a", "zwei"]);
    expect(part?.document.tables.map(({ id, rows }) => [id, rows.map((row) => row.id)])).toEqual([
      ["pods", ["p0", "p1"]],
      ["mqtt", [" 0", " 1", " 4"]],
    ]);
    expect(part?.document.scripts).toEqual({});
    expect(partOfPod(DRAFT, "p0", TYPES)?.iface).toBe("main");
    expect([partOfPod(DRAFT, "p2", TYPES), partOfPod(DRAFT, "l0", TYPES)]).toEqual([undefined, undefined]);
  });
});

describe("schedules", () => {
  const draft: DraftDocument = {
    tables: [
      table(
        "schedules",
        ["id", "default"],
        [
          ["licht", "nein"],
          ["sched.k.licht", "nein"],
        ],
      ),
      table(
        "schedule_times",
        ["schedule", "days"],
        [
          ["licht", "Mo"],
          ["main.licht", "Di"],
          ["sched.main.licht", "Mi"],
          ["k.licht", "Mo"],
        ],
      ),
      table("links", ["source", "target"], [["sched.main.licht", "mqtt.a.x"]]),
    ],
    scripts: { "a.lua": "read('sched.main.licht')" },
  };
  const at = (name: string, row: string, column: string) => ({ table: name, row, column });

  it("are found by their row, by a time of theirs and by a link", () => {
    const licht: Subject = { kind: "schedule", name: "sched.main.licht" };
    expect(subjectOf(draft, at("schedules", "s0", "c1"), TYPES)).toEqual(licht);
    expect(subjectOf(draft, at("schedule_times", "s1", "c0"), TYPES)).toEqual(licht);
    expect(subjectOf(draft, at("links", "l0", "c0"), TYPES)).toEqual(licht);
    const { cells, scripts } = usageOf(draft, licht, TYPES);
    expect(cells.map(({ table: name, row, defines }) => `${name} ${row} ${defines}`)).toEqual([
      "schedules s0 true",
      "schedule_times s0 false",
      "schedule_times s1 false",
      "schedule_times s2 false",
      "links l0 false",
    ]);
    expect(scripts).toHaveLength(1);
    const [schedules] = draft.tables;
    if (schedules)
      expect([...channelsOf(schedules, schedules.rows, TYPES).values()]).toEqual([
        "sched.main.licht",
        "sched.k.licht",
      ]);
  });

  it("are renamed in the form that each cell has", () => {
    const licht: Subject = { kind: "schedule", name: "sched.main.licht" };
    expect(renameOps(draft, licht, "k.licht", TYPES)).toMatchObject({ refused: "taken" });
    const plan = renameOps(draft, licht, "lampe", TYPES);
    const cells = "ops" in plan ? plan.ops.flatMap((op) => (op.op === "set" ? op.cells : [])) : [];
    expect(cells.map(([, , text]) => text)).toEqual([
      "lampe",
      "lampe",
      "main.lampe",
      "sched.main.lampe",
      "sched.main.lampe",
    ]);
  });
});
