import { InvalidInputError } from "@hubwart/core";
import type { EnergyMeter, EnergyPeriods } from "@hubwart/ipc";
import type { CompiledAlarm } from "@hubwart/project";
import { Zone } from "@hubwart/schedule/zone";
import { describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { energyCsv, localTime } from "./csv.ts";
import { dutiesOf } from "./duties.ts";
import { pagesOf } from "./pages.ts";
import { inTree, reportTables, spanOfPeriod } from "./report.ts";
import { EnergyService } from "./service.ts";

const meter = (given: Partial<EnergyMeter> & { id: string }): EnergyMeter => ({
  medium: "electricity",
  unit: "kWh",
  kind: "counter",
  source: "bus.a.in",
  cost: true,
  co2: false,
  breaks: 0,
  begun: 1,
  ...given,
});
async function all<T>(given: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of given) found.push(one);
  return found;
}
const METERS = [
  meter({ id: "main", label: "Strom", m2: 10, target: 5, targetFor: "day" }),
  meter({ id: "fan", unit: "Wh", parent: "main" }),
  meter({ id: "out", medium: "temperature", unit: "°C", kind: "temperature", cost: false }),
];
const MIDNIGHT = Date.UTC(2026, 9, 24, 22);
const sums = (id: string, amounts: (number | null)[], amount: number | null) => ({
  id,
  amounts,
  missing: [0.004, 0],
  estimated: [0, 0.25],
  cost: amounts.map((one) => one && one * 0.3),
  total: { amount, missing: 0.002, estimated: 0.125, cost: 1.5 },
});
const PERIODS: EnergyPeriods = {
  zone: "Europe/Berlin",
  step: "day",
  // The clock is put back on the first of them.
  bounds: [MIDNIGHT, MIDNIGHT + 25 * 3_600_000, MIDNIGHT + 49 * 3_600_000],
  meters: [sums("main", [2.5, null], 2.5), sums("fan", [1_000, 500], 1_500)],
  degreeDays: [9.44, null],
};

describe("downloads", () => {
  it("tell the hour apart that the clock has twice", () => {
    const zone = new Zone("Europe/Berlin");
    expect([localTime(zone, Date.UTC(2026, 9, 25, 0)), localTime(zone, Date.UTC(2026, 9, 25, 1))]).toEqual([
      "2026-10-25T02:00+02:00",
      "2026-10-25T02:00+01:00",
    ]);
    expect(localTime(new Zone("America/St_Johns"), 0)).toMatch(/-03:30$/);
  });

  it("have a line for each period and meter, and nothing where nothing is known", async () => {
    async function* pages() {
      yield PERIODS;
    }
    const text = (await all(energyCsv(METERS, pages()))).join("");
    const [, ...lines] = text.trim().split("\r\n");
    expect(lines).toEqual([
      "2026-10-25T00:00+02:00;2026-10-26T00:00+01:00;main;Strom;Strom;kWh;2,5;0;0,4;0,75;",
      "2026-10-26T00:00+01:00;2026-10-27T00:00+01:00;main;Strom;Strom;kWh;;25;0;;",
      "2026-10-25T00:00+02:00;2026-10-26T00:00+01:00;fan;;Strom;Wh;1000;0;0,4;300;",
      "2026-10-26T00:00+01:00;2026-10-27T00:00+01:00;fan;;Strom;Wh;500;25;0;150;",
    ]);
  });

  it("ask for no more than one question may have, and for each day and meter once", async () => {
    const asked: string[] = [];
    const ids = Array.from({ length: 500 }, (_, at) => String(at));
    const ask = ({ from, to }: { from: string; to: string }, some: string[]) => {
      asked.push(`${from} ${to} ${some[0]}-${some.at(-1)}`);
      return Promise.resolve(PERIODS);
    };
    const span = { from: "2026-02-28", to: "2026-03-01", step: "quarter" as const };
    await all(pagesOf(span, ids, ask));
    expect(asked).toEqual([
      "2026-02-28 2026-02-28 0-199",
      "2026-02-28 2026-02-28 200-399",
      "2026-02-28 2026-02-28 400-499",
      "2026-03-01 2026-03-01 0-199",
      "2026-03-01 2026-03-01 200-399",
      "2026-03-01 2026-03-01 400-499",
    ]);
    asked.length = 0;
    await all(pagesOf({ from: "2026-01-01", to: "2026-01-31", step: "quarter" }, ids.slice(0, 10), ask));
    expect(asked).toEqual(["2026-01-01 2026-01-20 0-9", "2026-01-21 2026-01-31 0-9"]);
    asked.length = 0;
    await all(pagesOf({ from: "1926-02-27", to: "2026-03-02", step: "month" }, ids.slice(0, 20), ask));
    expect(asked).toEqual(["1926-02-27 2026-03-02 0-14", "1926-02-27 2026-03-02 15-19"]);
    asked.length = 0;
    await all(pagesOf(span, [], ask));
    expect(asked).toEqual(["2026-02-28 2026-03-01 undefined-undefined"]);
  });
});

describe("a download as CSV", () => {
  const serviceOf = (answer: () => Promise<EnergyPeriods>) =>
    new EnergyService({
      hub: {
        status: () => undefined,
        request: (method: string) =>
          method === "energy" ? Promise.resolve({ zone: "", now: 1, meters: METERS }) : answer(),
      },
      clock: { now: () => 1 },
      compiledFile: () => undefined,
    });
  const span = { from: "2026-03-01", to: "2026-02-01", step: "day" } as const;

  it("is refused before it begins, where the hub refuses it", async () => {
    const refused = new InvalidInputError([{ field: "to", message: "zu lang" }]);
    const service = serviceOf(() => Promise.reject(refused));
    await expect(service.csv(span, keptTo(undefined))).rejects.toBe(refused);
  });

  it("has its first page once", async () => {
    const service = serviceOf(() => Promise.resolve(PERIODS));
    const text = (await all(await service.csv(span, keptTo(undefined)))).join("");
    expect(text.trim().split("\r\n")).toHaveLength(5);
  });
});

describe("the report", () => {
  it("is of a month by days, or of a year by months, and of the same a year before", () => {
    expect(spanOfPeriod("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29", step: "day" });
    expect(spanOfPeriod("2028-02", 1)).toEqual({ from: "2027-02-01", to: "2027-02-28", step: "day" });
    expect(spanOfPeriod("2026")).toEqual({ from: "2026-01-01", to: "2026-12-31", step: "month" });
  });

  const made = (at: number) =>
    reportTables({
      name: "Halle",
      period: "2026-10",
      meters: METERS,
      now: PERIODS,
      before: { ...PERIODS, meters: [sums("main", [2, 0], 2)] },
      duties: dutiesOf(undefined, METERS),
      at,
    });

  it("says what was consumed, what is left, and how it differs", () => {
    const [overview, course, duties, notes] = made(MIDNIGHT + 50 * 3_600_000);
    expect(overview?.rows.slice(1).map((row) => row.slice(0, 10))).toEqual([
      ["Strom", "Strom", "kWh", 2.5, 2, 25, 1, 0.25, 10, -75],
      ["   fan", "Strom", "Wh", 1_500, null, null, null, null, null, null],
      ["out", "Außentemperatur", "°C", null, null, null, null, null, null, null],
    ]);
    expect(course?.rows).toEqual([
      ["Zeitraum", "Gradtage (Kd)", "Strom (kWh)", "fan (Wh)", "out (°C)"],
      ["2026-10-25", 9.4, 2.5, 1_000, null],
      ["2026-10-26", null, null, 500, null],
    ]);
    expect(duties?.rows).toHaveLength(7);
    expect(JSON.stringify(notes?.rows)).toContain("keine Rechtsberatung");
  });

  it("compares nothing with a year before while it is not over", () => {
    expect(made(MIDNIGHT + 30 * 3_600_000)[0]?.rows[1]?.slice(3, 6)).toEqual([2.5, null, null]);
  });

  it("has those behind a meter below it", () => {
    expect(inTree(METERS).map(({ depth, meter: { id } }) => `${depth} ${id}`)).toEqual([
      "0 main",
      "1 fan",
      "0 out",
    ]);
  });
});

describe("§ 71a", () => {
  const alarm = {
    id: "much/meter.main.deviation",
    source: "meter.main.deviation",
    class: "technik",
  } as CompiledAlarm;
  const met = (...given: Parameters<typeof dutiesOf>) => dutiesOf(...given).map((duty) => duty.met);

  it("names what serves a duty, and what is missing", () => {
    expect(met(undefined, [])).toEqual(["no", "no", "no", "no", "no", "people"]);
    expect(met({ alarms: [alarm] }, METERS)).toEqual(["yes", "yes", "yes", "yes", "no", "people"]);
    const classes = [{ id: "technik", steps: [{ after: 0, ways: ["email.x"], until: "ack" as const }] }];
    const duties = dutiesOf({ alarms: [alarm], alarmClasses: classes }, METERS);
    expect(duties[4]).toMatchObject({ met: "yes", by: ["Meldeklassen mit Empfängern: technik"] });
    expect(duties[3]?.by).toEqual(["Meldungen zu Verbräuchen: much"]);
    expect(met(undefined, [meter({ id: "a" })])[0]).toBe("partly");
    const { begun: _, ...silent } = meter({ id: "b", parent: "main" });
    expect(met(undefined, [...METERS, silent])[0]).toBe("partly");
  });
});
