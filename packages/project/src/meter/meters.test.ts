import { describe, expect, it } from "vitest";
import { compileTables, faults, meterTables, type Tables } from "../testing/project.ts";

async function said(row: Record<string, string | number>, table = "meters"): Promise<string[]> {
  const tables = meterTables();
  const [head = []] = tables[table] ?? [];
  tables[table]?.push(head.map((column) => row[String(column)] ?? null));
  return faults(await compileTables(tables)).map((fault) => fault.replace(` ${table}:5`, ""));
}
const GOOD = { id: "x", source: "bus.a.in", medium: "electricity", unit: "kWh" };

describe("meters", () => {
  it("are compiled in order of their names, with what is left out", async () => {
    const { compiled, errors } = await compileTables(meterTables());
    expect(errors).toEqual([]);
    expect(compiled?.meters).toEqual([
      {
        id: "fan",
        source: "bus.a.in",
        medium: "electricity",
        unit: "kWh",
        kind: "power",
        factor: 0.001,
        parent: "main",
        area: "Halle",
        m2: 120,
      },
      {
        id: "main",
        label: "Strom",
        source: "bus.a.in",
        medium: "electricity",
        unit: "kWh",
        kind: "counter",
        cost: { chan: "const.main.limit" },
        co2: 0.363,
        rollover: 100_000,
        max: 50,
        target: 120,
        targetFor: "day",
      },
      { id: "out", source: "bus.a.in", medium: "temperature", unit: "°C", kind: "temperature" },
    ]);
  });

  it("leave a project without them as it was", async () => {
    const tables: Tables = { ...meterTables() };
    delete tables["meters"];
    delete tables["alarms"];
    tables["links"] = [["source", "target"]];
    expect((await compileTables(tables)).compiled).not.toHaveProperty("meters");
  });

  it.each<[string, Record<string, string | number>, string[]]>([
    ["a name with a dot", { ...GOOD, id: "a.b" }, ["badMeter id"]],
    ["a name twice", { ...GOOD, id: "main" }, ["duplicateMeter id"]],
    ["a unit of another medium", { ...GOOD, unit: "m³" }, ["meterUnit unit"]],
    ["no such medium", { ...GOOD, medium: "Strom" }, ["notChoice medium"]],
    ["an outside temperature that is counted", { ...GOOD, kind: "temperature" }, ["meterKind kind"]],
    ["no such channel", { ...GOOD, source: "bus.a.inn" }, ["unknownChannel source"]],
    ["a constant as its source", { ...GOOD, source: "const.main.limit" }, ["meterSource source"]],
    ["its own figure as its source", { ...GOOD, source: "meter.main.day" }, ["meterSource source"]],
    ["a factor of 0", { ...GOOD, factor: 0 }, ["meterFactor factor"]],
    ["a negative factor", { ...GOOD, factor: -1 }, ["meterFactor factor"]],
    ["a roll-over of a power", { ...GOOD, kind: "power", rollover: 100 }, ["counterOnly rollover"]],
    ["a roll-over and resets", { ...GOOD, rollover: 100, resets: "ja" }, ["rolloverOrReset resets"]],
    ["a requirement of nothing", { ...GOOD, target: 0 }, ["targetZero target"]],
    ["a price in words", { ...GOOD, cost: "teuer" }, ["badRate cost"]],
    ["a price that is consumption", { ...GOOD, cost: "meter.main.day" }, ["badRate cost"]],
    ["a price of an unknown source", { ...GOOD, cost: "const.main.limti" }, ["unknownChannel cost"]],
    ["a parent that is not there", { ...GOOD, parent: "mian" }, ["unknownMeter parent"]],
    ["itself as its parent", { ...GOOD, parent: "x" }, ["meterCycle parent"]],
    [
      "a parent in another unit",
      { ...GOOD, medium: "gas", unit: "m³", parent: "main" },
      ["parentUnit parent"],
    ],
    ["a temperature as its parent", { ...GOOD, parent: "out" }, ["parentUnit parent"]],
  ])("say what is wrong: %s", async (_name, row, expected) => {
    expect(await said(row)).toEqual(expected);
  });

  it("find a circle of several", async () => {
    const tables = meterTables();
    tables["meters"]?.push(
      ["a", null, "bus.a.in", "heat", "MWh", null, null, "b"],
      ["b", null, "bus.a.in", "heat", "kWh", null, null, "c"],
      ["c", null, "bus.a.in", "heat", "Wh", null, null, "a"],
    );
    expect(faults(await compileTables(tables))).toEqual(["meterCycle meters:5 parent"]);
  });

  it("take the factor from the unit of the channel, and refuse one that measures something else", async () => {
    const tables = meterTables();
    const bus = tables["bus"] ?? [];
    const [head = []] = bus;
    const unit = head.indexOf("unit");
    expect(unit).toBeGreaterThan(-1);
    const of = async (channelUnit: string, row: (string | null)[]) => {
      const rows = bus.map((cells, at) => (at === 1 ? cells.with(unit, channelUnit) : cells));
      const result = await compileTables({
        ...tables,
        bus: rows,
        meters: [
          ["id", "source", "medium", "unit", "kind"],
          ["x", "bus.a.in", ...row],
        ],
        links: [["source", "target"]],
        alarms: [["id", "source", "kind"]],
      });
      return result.compiled ? result.compiled.meters?.[0]?.factor : faults(result);
    };
    expect(await of("Wh", ["electricity", "kWh", null])).toBe(0.001);
    expect(await of("W", ["electricity", "kWh", "power"])).toBe(0.001);
    expect(await of("l", ["water", "m³", null])).toBe(0.001);
    expect(await of("kWh", ["electricity", "kWh", null])).toBe(undefined);
    expect(await of("Impulse", ["electricity", "kWh", null])).toBe(undefined);
    expect(await of("kW", ["electricity", "kWh", null])).toEqual(["otherUnit meters:2 unit"]);
    expect(await of("kWh", ["electricity", "kWh", "power"])).toEqual(["otherUnit meters:2 unit"]);
    expect(await of("m³", ["heat", "kWh", null])).toEqual(["otherUnit meters:2 unit"]);
  });

  it("are sources of links and alarms, and of nothing that they are not", async () => {
    const tables = meterTables();
    tables["links"]?.push(["meter.main.dya", "bus.b.out"], ["bus.a.in", "meter.main.day"]);
    tables["alarms"]?.push(["b", "meter.fan.deviation", "above", 10]);
    expect(faults(await compileTables(tables)).sort()).toEqual([
      "targetIsMeter links:4 target",
      "unknownChannel alarms:3 source",
      "unknownSource links:3 source",
    ]);
    const { compiled } = await compileTables(meterTables());
    expect(compiled?.alarms?.map(({ id }) => id)).toEqual(["much/meter.fan.day", "much/meter.main.day"]);
  });

  it.each([
    ["bus.a.x", "Den Channel „bus.a.x“ gibt es nicht", "Legen Sie den Channel an"],
    ["const.main.x", "Die Konstante „const.main.x“ gibt es nicht", "in der Tabelle „constants“"],
    ["sched.main.x", "Das Zeitprogramm „sched.main.x“ gibt es nicht", "in der Tabelle „schedules“"],
    ["meter.none.day", "Den Zähler zu „meter.none.day“ gibt es nicht", "in der Tabelle „meters“"],
    [
      "meter.out.deviation",
      "Den Verbrauch „meter.out.deviation“ gibt es nicht",
      "Bei diesem Zähler ist möglich: „yesterday“.",
    ],
    [
      "meter.fan.dya",
      "Den Verbrauch „meter.fan.dya“ gibt es nicht",
      "„quarter“, „power“, „day“, „yesterday“ oder „month“. Meinten Sie „meter.fan.day“?",
    ],
    [
      "meter.fan.deviation",
      "Den Verbrauch „meter.fan.deviation“ gibt es nicht",
      "Tragen Sie ihn beim Zähler in der Spalte „target“ ein.",
    ],
  ])("say what is not there: %s", async (name, text, hint) => {
    const tables = meterTables();
    tables["links"]?.push([name, "bus.b.out"]);
    tables["alarms"]?.push(["b", name, "above", 10]);
    const { errors } = await compileTables(tables);
    expect(errors.map(({ ErrText }) => ErrText).sort()).toEqual(
      [text, text.replace(" gibt es", " (Quelle) gibt es")].sort(),
    );
    for (const { Hint } of errors) expect(Hint).toContain(hint);
  });
});
