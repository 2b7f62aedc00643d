import type { EnergyMeter, EnergyPeriods } from "@hubwart/ipc";
import type { CompiledProject } from "@hubwart/project";
import { describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { demandOwn, ownMeters, ownPeriods } from "./own.ts";

const meter = (id: string, source: string, parent?: string, kind: EnergyMeter["kind"] = "counter") =>
  ({
    id,
    source,
    kind,
    medium: "electricity",
    unit: "kWh",
    cost: true,
    co2: true,
    breaks: 0,
    ...(parent ? { parent } : {}),
  }) satisfies EnergyMeter;
const METERS = [
  meter("main", "knx.haus.strom"),
  meter("eg", "knx.eg.strom", "main"),
  meter("og", "knx.og.strom", "main"),
  meter("bad", "knx.og.bad", "og"),
  meter("out", "knx.haus.temp", undefined, "temperature"),
];
const ROWS = METERS.map(({ id, source }) => ({
  id,
  source,
  cost: id === "og" ? 0.3 : { chan: "const.main.preis" },
  co2: { chan: "const.main.co2" },
})) as unknown as NonNullable<CompiledProject["meters"]>;
const of = (...channels: string[]) => ownMeters(keptTo({ bounds: { channels } }), METERS, ROWS);
const PERIODS: EnergyPeriods = {
  zone: "Europe/Berlin",
  step: "day",
  bounds: [0, 1],
  meters: METERS.map(({ id }) => ({
    id,
    amounts: [1],
    missing: [0],
    estimated: [0],
    cost: [2],
    co2: [3],
    total: { amount: 1, missing: 0, estimated: 0, cost: 2, co2: 3 },
  })),
  degreeDays: [4],
};

describe("meters of who is kept to some channels", () => {
  it("are those whose source is his", () => {
    expect(of("knx.og.*").meters.map(({ id }) => id)).toEqual(["og", "bad"]);
    expect(of().meters).toEqual([]);
    expect(ownMeters(keptTo(undefined), METERS, []).meters).toEqual(METERS);
  });

  it("hang together where all behind one is his, so that no rest is what another consumed", () => {
    const parents = (...channels: string[]) => of(...channels).meters.map(({ parent }) => parent);
    expect(parents("knx.og.*")).toEqual([undefined, "og"]);
    expect(parents("knx.haus.strom", "knx.eg.*")).toEqual([undefined, undefined]);
    expect(parents("knx.*.strom")).toEqual([undefined, "main", "main"]);
  });

  it("cost what his own prices say", () => {
    const money = (...channels: string[]) => of(...channels).meters.map(({ co2, cost }) => [cost, co2]);
    expect(money("knx.og.strom")).toEqual([[true, false]]);
    expect(money("knx.eg.*")).toEqual([[false, false]]);
    expect(money("knx.eg.*", "const.main.preis")).toEqual([[true, false]]);
  });

  it("are not told with money of others, nor with the weather of another's sensor", () => {
    const [first] = ownPeriods(of("knx.eg.*"), { ...PERIODS, meters: PERIODS.meters.slice(1, 2) }).meters;
    expect(first).toEqual({
      id: "eg",
      amounts: [1],
      missing: [0],
      estimated: [0],
      total: { amount: 1, missing: 0, estimated: 0 },
    });
    expect(ownPeriods(of("knx.eg.*"), PERIODS).degreeDays).toBeUndefined();
    expect(ownPeriods(of("knx.haus.*"), PERIODS).degreeDays).toEqual([4]);
    expect(ownPeriods(ownMeters(keptTo(undefined), METERS, []), PERIODS)).toEqual(PERIODS);
  });

  it("are there for nobody else", () => {
    expect(() => demandOwn(of("knx.eg.*"), ["eg"])).not.toThrow();
    expect(() => demandOwn(of("knx.eg.*"), ["eg", "main"])).toThrow("Den Zähler „main“ gibt es nicht.");
  });
});
