/** Meters of a compiled project as rows. */
import type { CompiledMeter, MeterRate } from "../compiled.ts";
import { factorBetween } from "../meter/media.ts";
import { METER_COLUMNS } from "../meter-tables.ts";
import { type Row, written } from "./cells.ts";

/** @param units of the channels that have one, by full name */
export function meterRows(meters: readonly CompiledMeter[], units: ReadonlyMap<string, string>): Row[] {
  return meters.map((meter) => {
    const { factor = 1, kind, source, unit } = meter;
    const usual = factorBetween(units.get(source) ?? "", unit, kind) ?? 1;
    return { id: meter.id, ...meterCells(meter), factor: factor === usual ? undefined : factor };
  });
}

/** By column, without the id. */
export function meterCells(meter: CompiledMeter): Row {
  const { area, co2, cost, factor, kind, label, m2, max, medium, parent, resets, rollover } = meter;
  const usual = medium === "temperature" ? "temperature" : "counter";
  return {
    label,
    source: meter.source,
    medium,
    unit: meter.unit,
    factor,
    kind: kind === usual ? undefined : kind,
    parent,
    area,
    m2,
    cost: rateCell(cost),
    co2: rateCell(co2),
    rollover,
    resets: written(METER_COLUMNS.resets, resets),
    max,
    target: meter.target,
    target_for: written(METER_COLUMNS.target_for, meter.targetFor),
  };
}

const rateCell = (rate: MeterRate | undefined): Row[string] => (typeof rate === "object" ? rate.chan : rate);
