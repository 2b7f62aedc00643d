import { describe, expect, it } from "vitest";
import type { CompiledAlarm } from "../compiled.ts";
import { compileTables, faults, goodTables, type Rows, type Tables } from "../testing/project.ts";

const HEAD = ["id", "source", "kind", "limit"];
type Cells = Rows[number];

/** Two pods with two channels each, a text, a JSON, and constants of each kind. */
function plant(more: Tables): Tables {
  return {
    project: goodTables()["project"] ?? [],
    pods: [
      ["id", "host"],
      ["bus.a", "127.0.0.1"],
      ["bus.b", "127.0.0.2"],
      ["echo.e", null],
    ],
    bus: [
      ["pod", "channel", "type", "dir", "address"],
      ["a", "temp", "float", "in", 1],
      ["a", "soll", "int", "out", 2],
      ["a", "da", "bool", "in", 3],
      ["b", "temp", "float", "inout", 1],
      ["b", "da", "bool", "in", 2],
      ["b", "text", "string", "in", 3],
      ["b", "json", "json", "in", 4],
    ],
    echo: [
      ["pod", "channel", "type"],
      ["e", "alive", "bool"],
    ],
    constants: [
      ["channel", "type", "value"],
      ["grenze", "float", "21,5"],
      ["frei", "bool", "ja"],
      ["wort", "string", "aus"],
    ],
    ...more,
  };
}

const alarms = (head: string[], ...rows: Cells[]): Tables =>
  plant({
    alarms: [head, ...rows],
    classes: [
      ["class", "way"],
      ["technik", "bus.a"],
    ],
  });
async function one(head: string[], ...cells: Cells): Promise<CompiledAlarm | string[]> {
  const result = await compileTables(alarms(head, cells));
  return result.compiled?.alarms?.[0] ?? faults(result);
}
/** What is said of one alarm with this source, kind and limit. */
async function said(source: string, kind: string, limit: Cells[number] = null): Promise<string[]> {
  return faults(await compileTables(alarms(HEAD, ["x", source, kind, limit])));
}
const limitsOf = async (source: string, kind: string, limit: Cells[number]) => {
  const alarm = await one(HEAD, "x", source, kind, limit);
  return Array.isArray(alarm) ? alarm : alarm.limits;
};

describe("a row of alarms", () => {
  it("becomes an alarm, with everything that it says", async () => {
    const head = [
      ...HEAD,
      "hysteresis",
      "on_delay",
      "off_delay",
      "priority",
      "class",
      "text",
      "action",
      "ack",
      "latch",
      "enable",
      "tags",
    ];
    const row: Cells = ["warm", "bus.a.temp", "above", "const.main.grenze", "0,5", 10, 20, 1, "technik"];
    expect(await one(head, ...row, "Zu warm", "Lüften", "both", "ja", "bus.a.da", "keller, heizung")).toEqual(
      {
        id: "warm",
        source: "bus.a.temp",
        kind: "above",
        limits: [{ chan: "const.main.grenze" }],
        hysteresis: 0.5,
        onDelay: 10_000,
        offDelay: 20_000,
        priority: 1,
        class: "technik",
        text: "Zu warm",
        action: "Lüften",
        ack: "both",
        latch: true,
        enable: "bus.a.da",
        tags: ["heizung", "keller"],
      },
    );
  });

  it("leaves out what holds anyway, and has a text for its kind", async () => {
    const head = [...HEAD, "hysteresis", "on_delay", "off_delay", "priority", "ack", "latch"];
    expect(await one(head, "x", "bus.a.soll", "below", "3", 0, 0, 0, 3, "on", "nein")).toEqual({
      id: "x",
      source: "bus.a.soll",
      kind: "below",
      limits: [3],
      priority: 3,
      text: "{label} ist unter {limit} {unit}",
      ack: "on",
    });
  });

  it.each<[string, Cells, string]>([
    ["a name with blanks", ["zu warm", "bus.a.temp", "bad", null], "badAlarmId alarms:2 id"],
    ["an unknown source", ["x", "bus.a.temq", "bad", null], "unknownChannel alarms:2 source"],
    ["an unknown constant", ["x", "const.main.x", "bad", null], "unknownChannel alarms:2 source"],
    ["a source that is no name", ["x", "temp", "bad", null], "badReference alarms:2 source"],
    ["an unknown kind", ["x", "bus.a.temp", "over", 1], "notChoice alarms:2 kind"],
    ["a number's kind on a bool", ["x", "bus.a.da", "above", 1], "alarmType alarms:2 kind"],
    ["a number's kind on a text", ["x", "bus.b.text", "rate", 1], "alarmType alarms:2 kind"],
    ["a bool's kind on a number", ["x", "bus.a.temp", "true", null], "alarmType alarms:2 kind"],
    ["equals on JSON", ["x", "bus.b.json", "equals", "1"], "alarmType alarms:2 kind"],
    ["a limit where there is none", ["x", "bus.a.da", "true", "1"], "limitUnwanted alarms:2 limit"],
    ["no limit", ["x", "bus.a.temp", "above", null], "limitNeeded alarms:2 limit"],
    ["one limit of two", ["x", "bus.a.temp", "outside", "18"], "limitNeeded alarms:2 limit"],
    ["an empty part", ["x", "bus.a.temp", "outside", "18;"], "limitNeeded alarms:2 limit"],
    ["three parts", ["x", "bus.a.temp", "deviation", "1;2;3"], "limitNeeded alarms:2 limit"],
    ["two limits of one", ["x", "bus.a.temp", "above", "18;26"], "badLimit alarms:2 limit"],
    ["a limit that is no number", ["x", "bus.a.temp", "above", "viel"], "badLimit alarms:2 limit"],
    ["a number beyond all numbers", ["x", "bus.a.temp", "above", "1e999"], "badLimit alarms:2 limit"],
    ["an ambiguous number", ["x", "bus.a.temp", "above", "1.234"], "ambiguousNumber alarms:2 limit"],
    ["a limit of no channel", ["x", "bus.a.temp", "above", "bus.a.x"], "unknownChannel alarms:2 limit"],
    ["a limit of another type", ["x", "bus.a.temp", "above", "bus.a.da"], "limitType alarms:2 limit"],
    ["limits the wrong way round", ["x", "bus.a.temp", "outside", "26;18"], "limitOrder alarms:2 limit"],
    ["no seconds", ["x", "bus.a.da", "stale", "0"], "limitNotPositive alarms:2 limit"],
    ["no rate", ["x", "bus.a.temp", "rate", "-1"], "limitNotPositive alarms:2 limit"],
    ["no distance", ["x", "bus.a.temp", "deviation", "20;0"], "limitNotPositive alarms:2 limit"],
    ["a bool that is none", ["x", "bus.a.da", "equals", "viel"], "badLimit alarms:2 limit"],
    ["a channel of another type", ["x", "bus.b.text", "equals", "bus.a.temp"], "limitType alarms:2 limit"],
    ["a text like a name", ["x", "bus.b.text", "equals", "bus.b.x"], "unknownChannel alarms:2 limit"],
  ])("is refused with %s", async (_, cells, fault) => {
    expect(await one(HEAD, ...cells)).toEqual([fault]);
  });

  it.each<[string, string, Cells[number], unknown]>([
    ["bus.a.temp", "above", 1.234, [1.234]],
    ["bus.a.temp", "outside", "18,5; 26", [18.5, 26]],
    ["bus.a.temp", "outside", "const.main.grenze;26", [{ chan: "const.main.grenze" }, 26]],
    ["bus.a.temp", "deviation", "bus.a.soll;2", [{ chan: "bus.a.soll" }, 2]],
    ["bus.a.temp", "equals", "7", [7]],
    ["bus.a.da", "stale", 300, [300]],
    ["bus.b.json", "stale", "300", [300]],
    ["bus.a.da", "equals", "wahr", [true]],
    ["bus.a.da", "equals", false, [false]],
    ["bus.a.da", "equals", "const.main.frei", [{ chan: "const.main.frei" }]],
    ["bus.b.text", "equals", "a;b", ["a;b"]],
    ["bus.b.text", "equals", 1.5, ["1,5"]],
    ["bus.b.text", "equals", "a.b.c", ["a.b.c"]],
    ["bus.b.text", "equals", "const.main.wort", [{ chan: "const.main.wort" }]],
  ])("takes for %s, %s the limit %s", async (source, kind, limit, expected) => {
    expect(await limitsOf(source, kind, limit)).toEqual(expected);
  });

  it("says nothing of what a broken row elsewhere has caused", async () => {
    const tables = alarms(
      [...HEAD, "enable"],
      ["x", "bus.a.kaputt", "above", "bus.a.kaputt", "bus.a.kaputt"],
      ["y", "bus.a.kap*", "bad", null, null],
    );
    tables["bus"] = [...(tables["bus"] ?? []), ["a", "kaputt", "float", "in", "viel"]];
    expect(faults(await compileTables(tables))).toEqual(["notInteger bus:9 address"]);
  });

  it.each(["equals", "rate", "stale", "bad", "true", "false"])("has no hysteresis with %s", async (kind) => {
    const source = kind === "true" || kind === "false" ? "bus.a.da" : "bus.a.temp";
    const limit = ["equals", "rate", "stale"].includes(kind) ? 1 : null;
    expect(await one([...HEAD, "hysteresis"], "x", source, kind, limit, 1)).toEqual([
      "hysteresisUnwanted alarms:2 hysteresis",
    ]);
  });

  it("may be a matter of scripts, about a channel of any type, without limit, hysteresis and delays", async () => {
    expect(await one(HEAD, "x", "bus.b.json", "script", null)).toMatchObject({
      kind: "script",
      source: "bus.b.json",
      text: "{label}: Ein Skript meldet eine Störung",
    });
    expect(
      await one([...HEAD, "hysteresis", "on_delay", "off_delay"], "x", "bus.b.json", "script", 1, 1, 1, 1),
    ).toEqual([
      "limitUnwanted alarms:2 limit",
      "delayUnwanted alarms:2 on_delay",
      "delayUnwanted alarms:2 off_delay",
      "hysteresisUnwanted alarms:2 hysteresis",
    ]);
  });

  it("may be about what the device finds wrong with itself, with delays", async () => {
    expect(await one([...HEAD, "on_delay"], "x", "device.*", "device", null, 60)).toMatchObject({
      id: "x",
      kind: "device",
      source: "device.*",
      onDelay: 60_000,
      text: "{value}",
    });
    for (const source of ["*", "device", "device.", "device.a b", "bus.b.out"])
      expect(await one(HEAD, "x", source, "device", null)).toEqual(["badFinding alarms:2 source"]);
    const known = await compileTables(alarms(HEAD, ["x", "device.disk-ful", "device", null]));
    expect([known.compiled?.alarms?.length, faults(known)]).toEqual([1, ["findingOfNone alarms:2 source"]]);
    expect(JSON.stringify(known.errors)).toContain("Meinten Sie „device.disk-full“?");
    expect(await one(HEAD, "x", "device.*", "device", 1)).toEqual(["limitUnwanted alarms:2 limit"]);
  });

  it.each<[string, string, Cells[number], string]>([
    ["a class that there is not", "class", "tecnik", "unknownClass alarms:2 class"],
    ["another alarm that there is not", "parent", "y", "unknownParent alarms:2 parent"],
    ["itself as what explains it", "parent", "x", "alarmCycle alarms:2 parent"],
    ["an enable that there is not", "enable", "bus.a.x", "unknownChannel alarms:2 enable"],
    ["an enable of another type", "enable", "bus.a.temp", "enableType alarms:2 enable"],
    ["a priority that there is not", "priority", 5, "notChoice alarms:2 priority"],
    ["a delay of more than a day", "on_delay", 86_401, "outOfRange alarms:2 on_delay"],
    ["a hysteresis below 0", "hysteresis", -1, "outOfRange alarms:2 hysteresis"],
  ])("is refused with %s", async (_, column, cell, fault) => {
    expect(await one([...HEAD, column], "x", "bus.a.temp", "above", 1, cell)).toEqual([fault]);
  });

  it("tells what was probably meant", async () => {
    const { errors } = await compileTables(
      alarms([...HEAD, "class"], ["x", "const.main.grense", "above", 1, "tecnik"]),
    );
    expect(errors.map(({ Hint }) => Hint)).toEqual([
      "Legen Sie die Konstante in der Tabelle „constants“ an oder berichtigen Sie den Namen. Meinten Sie „const.main.grenze“?",
      "Möglich ist „technik“. Meinten Sie „technik“?",
    ]);
  });

  it("is there once", async () => {
    const result = await compileTables(
      alarms(HEAD, ["x", "bus.a.temp", "bad", null], ["x", "bus.a.da", "bad", null]),
    );
    expect(faults(result)).toEqual(["duplicateAlarm alarms:3 id"]);
  });

  it("makes no difference to a project without", async () => {
    const { compiled, hash } = await compileTables(plant({}));
    const { hash: empty } = await compileTables(plant({ alarms: [HEAD], classes: [["class", "way"]] }));
    expect(compiled).not.toHaveProperty("alarms");
    expect(compiled).not.toHaveProperty("alarmClasses");
    expect(empty).toBe(hash);
  });
});

describe("a pattern", () => {
  const compiled = async (head: string[], ...rows: Cells[]) => {
    const result = await compileTables(alarms(head, ...rows));
    return result.compiled?.alarms ?? faults(result);
  };

  it("makes an alarm of each name, in order, and of those only", async () => {
    expect(await compiled(HEAD, ["warm", "bus.?.temp", "above", 20])).toMatchObject([
      { id: "warm/bus.a.temp", source: "bus.a.temp", pattern: "bus.?.temp", limits: [20] },
      { id: "warm/bus.b.temp", source: "bus.b.temp", pattern: "bus.?.temp", limits: [20] },
    ]);
  });

  it.each([
    ["*", 11],
    ["bus.*", 7],
    ["bus.a.*", 3],
    ["*.temp", 2],
    ["b*.da", 2],
    ["const.*", 3],
    ["const.main.fre?", 1],
    ["*ali*", 1],
  ])("finds with %s all of %i", async (pattern, count) => {
    expect(await compiled(HEAD, ["x", pattern, "bad", null])).toHaveLength(count);
  });

  it.each(["bus.c.*", "*.tempo", "mqtt.*", "bus.a.temp?"])("of no name is refused: %s", async (pattern) => {
    expect(await said(pattern, "bad")).toEqual(["patternOfNone alarms:2 source"]);
  });

  it("is refused where one of its names does not suit the kind, or another's type the limit", async () => {
    expect(await said("bus.a.*", "above", 1)).toEqual(["alarmType alarms:2 kind"]);
    expect(await said("bus.?.t*", "equals", 1)).toEqual(["mixedTypes alarms:2 source"]);
  });

  const WITH = [...HEAD, "parent"];
  it("has for each of its alarms the parent of the same source, or else of the same pod", async () => {
    const rows = await compiled(
      WITH,
      ["hoch", "bus.*.temp", "above", 20, "sehr"],
      ["sehr", "bus.*.t*", "bad", null, "weg"],
      ["weg", "bus.?.da", "false", null, "allein"],
      ["allein", "echo.e.alive", "false", null, null],
    );
    expect(rows.map((row) => (typeof row === "string" ? row : [row.id, row.parent]))).toEqual([
      ["allein", undefined],
      ["hoch/bus.a.temp", "sehr/bus.a.temp"],
      ["hoch/bus.b.temp", "sehr/bus.b.temp"],
      ["sehr/bus.a.temp", "weg/bus.a.da"],
      ["sehr/bus.b.temp", "weg/bus.b.da"],
      ["sehr/bus.b.text", "weg/bus.b.da"],
      ["weg/bus.a.da", "allein"],
      ["weg/bus.b.da", "allein"],
    ]);
  });

  it("may leave an alarm without a parent, but not all", async () => {
    const parent: Cells = ["weg", "bus.a.da*", "false", null, null];
    const some = await compiled(WITH, ["x", "bus.*.temp", "bad", null, "weg"], parent);
    expect(some.map((row) => (typeof row === "string" ? row : [row.source, row.parent]))).toEqual([
      ["bus.a.da", undefined],
      ["bus.a.temp", "weg/bus.a.da"],
      ["bus.b.temp", undefined],
    ]);
    expect(await compiled(WITH, ["x", "bus.b.temp", "bad", null, "weg"], parent)).toEqual([
      "parentOfNone alarms:2 parent",
    ]);
  });

  it("is refused where several of the parent's alarms would do", async () => {
    expect(
      await compiled(WITH, ["x", "bus.a.da", "bad", null, "y"], ["y", "bus.a.????", "bad", null, null]),
    ).toEqual(["parentOfSeveral alarms:2 parent"]);
  });

  it("is refused in a circle of rows", async () => {
    const rows: Cells[] = [
      ["x", "bus.*.temp", "bad", null, "y"],
      ["y", "bus.*.da", "bad", null, "z"],
      ["z", "bus.b.text", "bad", null, "x"],
    ];
    const { errors } = await compileTables(alarms(WITH, ...rows));
    expect(errors.map(({ ErrText, Ref }) => [Ref, ErrText])).toEqual([
      ["test.xlsx|alarms|2", "Die Meldungen erklären sich im Kreis: x → y → z → x"],
    ]);
  });
});
