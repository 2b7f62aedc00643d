/** The report of a month or year as a workbook: what was consumed and cost, against the year before, by days or months, and § 71a. */
import { mediumText } from "@hubwart/contract/media-texts";
import type { EnergyMeter, EnergyPeriods, EnergySpan, EnergyStep, EnergySums } from "@hubwart/ipc";
import type { WorkbookTable } from "@hubwart/project/workbook";
import { isoOf } from "@hubwart/schedule";
import { Zone } from "@hubwart/schedule/zone";
import type { Duty } from "./duties.ts";
import { texts } from "./texts.ts";

const DAY = 86_400_000;
type Cell = string | number | null;

export interface ReportFacts {
  name: string;
  period: string;
  meters: readonly EnergyMeter[];
  now: EnergyPeriods;
  before: EnergyPeriods;
  /** None for who is kept to some channels. */
  duties: readonly Duty[];
  at: number;
}

/** Of `2026-11` its days, of `2026` its months; `back` years earlier. */
export function spanOfPeriod(period: string, back = 0): EnergySpan & { step: EnergyStep } {
  const [year = 0, month] = period.split("-").map(Number);
  const first = Date.UTC(year - back, (month ?? 1) - 1, 1);
  const end = month === undefined ? Date.UTC(year - back + 1, 0, 1) : Date.UTC(year - back, month, 1);
  return {
    from: isoOf(first / DAY),
    to: isoOf(end / DAY - 1),
    step: month === undefined ? "month" : "day",
  };
}

export function reportTables({
  at,
  before,
  duties,
  meters,
  name,
  now,
  period,
}: ReportFacts): WorkbookTable[] {
  const rows = inTree(meters);
  const [sums, old] = [byId(now), byId(before)];
  return [
    {
      name: texts.sheets.overview,
      rows: [
        texts.overview,
        ...rows.map(({ depth, meter }) =>
          overviewRow(meter, depth, meters, sums, old, now, (now.bounds.at(-1) ?? 0) <= at),
        ),
      ],
    },
    {
      name: texts.sheets.course,
      rows: courseRows(
        rows.map(({ meter }) => meter),
        now,
        sums,
      ),
    },
    ...(duties.length === 0 ? [] : [dutiesTable(duties)]),
    {
      name: texts.sheets.notes,
      plain: true,
      rows: texts
        .notes(name, period, now.zone, isoOf(Math.floor(at / DAY)), duties.length > 0)
        .map((line) => [line]),
    },
  ];
}

const dutiesTable = (duties: readonly Duty[]): WorkbookTable => ({
  name: texts.sheets.duties,
  rows: [texts.duties, ...duties.map(({ by, duty, met }) => [duty, texts.met[met], by.join("; ")])],
});

const byId = ({ meters }: EnergyPeriods) => new Map(meters.map((one) => [one.id, one]));

/** Those behind a meter follow it, one step further in. */
export function inTree(meters: readonly EnergyMeter[]): { meter: EnergyMeter; depth: number }[] {
  const found: { meter: EnergyMeter; depth: number }[] = [];
  const visit = (parent: string | undefined, depth: number): void => {
    for (const meter of meters) {
      if (meter.parent !== parent) continue;
      found.push({ meter, depth });
      visit(meter.id, depth + 1);
    }
  };
  visit(undefined, 0);
  return found;
}

function overviewRow(
  meter: EnergyMeter,
  depth: number,
  meters: readonly EnergyMeter[],
  sums: ReadonlyMap<string, EnergySums>,
  old: ReadonlyMap<string, EnergySums>,
  { bounds, step }: EnergyPeriods,
  over: boolean,
): Cell[] {
  const total = sums.get(meter.id)?.total;
  const amount = total?.amount ?? null;
  // A month that is not over is no saving.
  const earlier = over ? (old.get(meter.id)?.total.amount ?? null) : null;
  const target = targetOf(meter, bounds, step);
  return [
    `${"   ".repeat(depth)}${meter.label ?? meter.id}`,
    mediumText(meter.medium),
    meter.unit,
    rounded(amount),
    rounded(earlier),
    change(amount, earlier),
    rounded(remainderOf(meter, meters, sums)),
    amount === null || meter.m2 === undefined ? null : rounded(amount / meter.m2),
    rounded(target),
    change(amount, target),
    rounded(total?.cost ?? null, 2),
    rounded(total?.co2 ?? null, 1),
    percent(total?.estimated),
    percent(total?.missing),
  ];
}

/** Null where nothing sits behind it, or one of them has no values. Units of one size: kWh and MWh add up. */
function remainderOf(
  meter: EnergyMeter,
  meters: readonly EnergyMeter[],
  sums: ReadonlyMap<string, EnergySums>,
): number | null {
  const children = meters.filter(({ parent }) => parent === meter.id);
  let rest = sums.get(meter.id)?.total.amount ?? null;
  if (children.length === 0) return null;
  for (const child of children) {
    const amount = sums.get(child.id)?.total.amount ?? null;
    if (rest === null || amount === null) return null;
    rest -= (amount * sizeOf(child.unit)) / sizeOf(meter.unit);
  }
  return rest;
}

const SIZES: Readonly<Record<string, number>> = { Wh: 0.001, MWh: 1_000, GJ: 1_000, l: 0.001, t: 1_000 };
const sizeOf = (unit: string): number => SIZES[unit] ?? 1;

/** Of the whole span, where the requirement value fits it. */
function targetOf(
  { target, targetFor }: EnergyMeter,
  bounds: readonly number[],
  step: EnergyStep,
): number | null {
  if (target === undefined) return null;
  const periods = bounds.length - 1;
  if (targetFor === "month") return step === "month" ? target * periods : target;
  return target * Math.round(((bounds.at(-1) ?? 0) - (bounds[0] ?? 0)) / DAY);
}

function courseRows(
  meters: readonly EnergyMeter[],
  { bounds, degreeDays, step, zone: name }: EnergyPeriods,
  sums: ReadonlyMap<string, EnergySums>,
): Cell[][] {
  const zone = new Zone(name);
  const head = [
    texts.course,
    ...(degreeDays ? [texts.degreeDays] : []),
    ...meters.map(({ id, label, unit }) => `${label ?? id} (${unit})`),
  ];
  return [
    head,
    ...bounds
      .slice(0, -1)
      .map((begin, at) => [
        isoOf(zone.dayAt(begin)).slice(0, step === "month" ? 7 : 10),
        ...(degreeDays ? [rounded(degreeDays[at] ?? null, 1)] : []),
        ...meters.map(({ id }) => rounded(sums.get(id)?.amounts[at] ?? null)),
      ]),
  ];
}

const rounded = (value: number | null, digits = 3): number | null =>
  value === null ? null : Number(value.toFixed(digits));
const percent = (share: number | undefined): number => Math.round((share ?? 0) * 1_000) / 10;
const change = (amount: number | null, than: number | null): number | null =>
  amount === null || than === null || than === 0 ? null : Math.round((amount / than - 1) * 1_000) / 10;
