/** The table `meters`: which channel tells what was consumed, and how meters stand behind one another. */
import { meterKinds } from "../catalogue/meters.ts";
import type { Draft } from "../check/draft.ts";
import { parseNumber } from "../check/numbers.ts";
import { ownKind, REFERENCE, reportMissing, typeOfName } from "../check/references.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import type { CompiledMeter, MeterKind, MeterRate, TargetPeriod } from "../compiled.ts";
import { findCycles } from "../link/cycles.ts";
import { METER_COLUMNS, METER_TABLES } from "../meter-tables.ts";
import { cellText, type SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { NAME } from "../tables.ts";
import { BASE_OF, factorBetween, type Medium, type MeterUnit, UNITS_OF } from "./media.ts";

/** Meters of a project. */
export const METERS_MAX = 2_000;

type Rows = Map<string, ViewRow>;

/** Meters become part of the draft. */
export function checkMeters(tables: readonly SheetTable[], draft: Draft): void {
  const shape = shapeFrom(METER_TABLES.meters);
  const rows: Rows = new Map();
  for (const table of tables) {
    const view = TableView.open(table, "meters", shape, draft.report);
    for (const row of view.rows()) checkMeter(row, rows, draft);
    view.finish();
    table.rows = [];
  }
  checkParents(rows, draft);
  for (const [id, row] of rows) if (!row.ok) draft.meters.delete(id);
}

function checkMeter(row: ViewRow, rows: Rows, draft: Draft): void {
  const id = row.text("id", METER_COLUMNS.id);
  row.channel = (id ?? "").slice(0, 80);
  if (id !== undefined && !NAME.test(id)) row.fail(meterKinds.badMeter, "id", { value: id.slice(0, 80) });
  const earlier = id === undefined ? undefined : rows.get(id);
  if (earlier) row.fail(meterKinds.duplicateMeter, "id", { first: placeText(earlier.place) });
  const medium = row.read("medium", METER_COLUMNS.medium) as Medium | undefined;
  const unit = unitOf(row, medium);
  const chosen = row.read("kind", METER_COLUMNS.kind) as MeterKind | undefined;
  const kind = chosen ?? (medium === "temperature" ? "temperature" : "counter");
  if (medium !== undefined && (kind === "temperature") !== (medium === "temperature"))
    row.fail(meterKinds.meterKind, "kind", { kind, medium });
  const source = row.text("source", METER_COLUMNS.source);
  const channelUnit = source === undefined ? undefined : sourceUnit(row, source, draft);
  const factor = factorOf(row, { channelUnit, unit, kind });
  const facts = { ...plainFacts(row), ...counterFacts(row, kind), ...targetFacts(row, kind) };
  const cost = rateOf(row, "cost", draft);
  const co2 = rateOf(row, "co2", draft);
  if (id === undefined || earlier) return;
  rows.set(id, row);
  if (draft.meters.size === METERS_MAX) row.fail(meterKinds.tooManyMeters, "id", { limit: METERS_MAX });
  if (!row.ok || source === undefined || medium === undefined || unit === undefined) {
    draft.brokenNames.add(`meter.${id}`);
    return;
  }
  const meter: CompiledMeter = {
    id,
    source,
    medium,
    unit,
    kind,
    ...facts,
    ...(factor === undefined || factor === 1 ? {} : { factor }),
    ...(cost === undefined ? {} : { cost }),
    ...(co2 === undefined ? {} : { co2 }),
  };
  draft.meters.set(id, { meter, place: row.place });
}

function unitOf(row: ViewRow, medium: Medium | undefined): MeterUnit | undefined {
  const unit = row.read("unit", METER_COLUMNS.unit) as MeterUnit | undefined;
  if (medium === undefined || unit === undefined || UNITS_OF[medium].includes(unit)) return unit;
  row.fail(meterKinds.meterUnit, "unit", { unit, medium, units: [...UNITS_OF[medium]] });
  return undefined;
}

/** The unit of the channel; "" where it has none or is not there (reported). */
function sourceUnit(row: ViewRow, source: string, draft: Draft): string {
  const found = draft.channels.get(source);
  if (!found) {
    if (ownKind(source)) row.fail(meterKinds.meterSource, "source", { value: source.slice(0, 210) });
    else reportMissing(row, "source", "unknownChannel", source, draft);
    return "";
  }
  const { type, unit } = found.channel;
  if (type !== "int" && type !== "float") row.fail(meterKinds.meterType, "source", { value: source, type });
  return unit ?? "";
}

interface Sourced {
  channelUnit: string | undefined;
  unit: MeterUnit | undefined;
  kind: MeterKind;
}

/** Undefined where nothing is known: 1 is meant. */
function factorOf(row: ViewRow, { channelUnit, kind, unit }: Sourced): number | undefined {
  const factor = row.read("factor", METER_COLUMNS.factor) as number | undefined;
  if (factor !== undefined && (factor <= 0 || !Number.isFinite(factor)))
    row.fail(meterKinds.meterFactor, "factor", {});
  if (factor !== undefined || channelUnit === undefined || unit === undefined) return factor;
  const between = factorBetween(channelUnit, unit, kind);
  if (between !== "other") return between;
  row.fail(meterKinds.otherUnit, "unit", { channelUnit: channelUnit.slice(0, 32), unit, kind });
  return undefined;
}

function plainFacts(row: ViewRow): Pick<CompiledMeter, "label" | "parent" | "area" | "m2"> {
  const label = row.text("label", METER_COLUMNS.label);
  const parent = row.text("parent", METER_COLUMNS.parent);
  const area = row.text("area", METER_COLUMNS.area);
  const m2 = row.read("m2", METER_COLUMNS.m2) as number | undefined;
  return {
    ...(label === undefined ? {} : { label }),
    ...(parent === undefined ? {} : { parent }),
    ...(area === undefined ? {} : { area }),
    ...(m2 === undefined ? {} : { m2 }),
  };
}

function counterFacts(row: ViewRow, kind: MeterKind): Pick<CompiledMeter, "rollover" | "resets" | "max"> {
  const rollover = row.read("rollover", METER_COLUMNS.rollover) as number | undefined;
  const resets = row.read("resets", METER_COLUMNS.resets) === true;
  const max = row.read("max", METER_COLUMNS.max) as number | undefined;
  const counter = { rollover: rollover !== undefined, resets, max: max !== undefined };
  for (const [column, filled] of Object.entries(counter))
    if (filled && kind !== "counter") row.fail(meterKinds.counterOnly, column, { column, kind });
  if (rollover !== undefined && resets) row.fail(meterKinds.rolloverOrReset, "resets", {});
  return {
    ...(rollover === undefined ? {} : { rollover }),
    ...(resets ? { resets } : {}),
    ...(max === undefined ? {} : { max }),
  };
}

function targetFacts(row: ViewRow, kind: MeterKind): Pick<CompiledMeter, "target" | "targetFor"> {
  const target = row.read("target", METER_COLUMNS.target) as number | undefined;
  const targetFor = row.read("target_for", METER_COLUMNS.target_for) as TargetPeriod | undefined;
  if (target === undefined) return {};
  if (kind === "temperature") row.fail(meterKinds.counterOnly, "target", { column: "target", kind });
  // A deviation in per cent of nothing is none.
  if (target === 0) row.fail(meterKinds.targetZero, "target", {});
  return { target, targetFor: targetFor ?? "day" };
}

/** A price or emission: a number, or the name of what has it at the time. */
function rateOf(row: ViewRow, column: "cost" | "co2", draft: Draft): MeterRate | undefined {
  const plain = row.plain(column);
  const text = row.text(column, METER_COLUMNS[column]);
  if (text === undefined) return undefined;
  const word = typeof plain === "number" ? cellText(plain) : text;
  const number = parseNumber(word, row.pointIsDecimal);
  if (number === "ambiguous") {
    row.fail("ambiguousNumber", column, { column, value: word.slice(0, 60) });
    return undefined;
  }
  if (number !== undefined && Number.isFinite(number) && Math.abs(number) <= 1e6) return number;
  if (!REFERENCE.test(word)) {
    row.fail(meterKinds.badRate, column, { value: word.slice(0, 60) });
    return undefined;
  }
  if (word.startsWith("meter.")) {
    row.fail(meterKinds.badRate, column, { value: word.slice(0, 60) });
    return undefined;
  }
  const type = typeOfName(row, column, word, draft);
  if (type === undefined) return undefined;
  if (type === "int" || type === "float") return { chan: word };
  row.fail(meterKinds.meterType, column, { value: word.slice(0, 210), type });
  return undefined;
}

/** Parents that are not there, measure something that does not add up, or lead back to the meter itself. */
function checkParents(rows: Rows, draft: Draft): void {
  const edges = new Map<string, string[]>();
  for (const [id, { meter }] of draft.meters) {
    const row = rows.get(id);
    const { parent } = meter;
    if (!row || parent === undefined) continue;
    const above = draft.meters.get(parent)?.meter;
    if (!above) {
      // One that is broken has been reported.
      if (rows.has(parent)) row.ok = false;
      else
        row.fail(meterKinds.unknownMeter, "parent", {
          value: parent.slice(0, 80),
          near: draft.report.near(parent, rows.keys()),
        });
      continue;
    }
    if (BASE_OF[above.unit].base !== BASE_OF[meter.unit].base || above.kind === "temperature")
      row.fail(meterKinds.parentUnit, "parent", { parent, unit: meter.unit, above: above.unit });
    edges.set(id, [parent]);
  }
  for (const cycle of findCycles(edges)) {
    const [id = ""] = cycle;
    rows.get(id)?.fail(meterKinds.meterCycle, "parent", { way: cycle.slice(0, 20).join(" → ") });
  }
}
