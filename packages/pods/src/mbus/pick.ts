/** Which record of an answer a row means, and the value that its channel gets. */
import { roundHalfAway, shortestDecimal } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import type { ValueType } from "@hubwart/project";
import { texts } from "./texts.ts";
import { statusOf } from "./wire/header.ts";
import { shifted } from "./wire/numbers.ts";
import type { ValueFunction } from "./wire/quantities.ts";
import type { MeterRecord } from "./wire/records.ts";
import { conversion, usualUnit } from "./wire/units.ts";
import type { Value } from "./wire/values.ts";

export type Wanted =
  | {
      quantity: string;
      storage: number;
      tariff: number;
      subunit: number;
      function: ValueFunction;
      modifier: string;
      number?: undefined;
    }
  /** The how-manieth record, from 1; it must be of the quantity. */
  | { number: number; quantity?: string };

export function recordFor(records: readonly MeterRecord[], wanted: Wanted): MeterRecord | undefined {
  if (wanted.number !== undefined) {
    const record = records[wanted.number - 1];
    return record === undefined || (wanted.quantity ?? record.quantity) !== record.quantity
      ? undefined
      : record;
  }
  return records.find((record) => isWanted(record, wanted));
}

function isWanted(record: MeterRecord, wanted: Omit<MeterRecord, "raw" | "value">): boolean {
  return (
    record.quantity === wanted.quantity &&
    record.storage === wanted.storage &&
    record.tariff === wanted.tariff &&
    record.subunit === wanted.subunit &&
    record.function === wanted.function &&
    record.modifier === wanted.modifier
  );
}

/** Whether the words of a row find this record rather than an earlier one. */
export function isFirstOf(records: readonly MeterRecord[], record: MeterRecord): boolean {
  return records.find((other) => isWanted(other, record)) === record;
}

export interface ValueReading {
  value: boolean | number | string;
  quality: Quality;
}
export type Taken = ValueReading | { problem: string };

/** The number in the unit in which it is wanted; undefined: in none of that kind. */
export function amountOf(
  value: Extract<Value, { kind: "number" }>,
  wantedUnit?: string,
): { amount: number; unit: string; digits: number } | undefined {
  const unit = wantedUnit ?? usualUnit(value.unit);
  const way = conversion(value.unit, unit);
  if (!way) return undefined;
  const tens = Math.log10(way.factor);
  const whole = Math.round(tens);
  if (way.offset === 0 && Math.abs(tens - whole) < 1e-12 && value.mantissa !== undefined) {
    // Powers of ten only move the point: nothing is calculated, so nothing is rounded.
    const exponent = value.exponent + whole;
    return { amount: shifted(value.mantissa, exponent), unit, digits: Math.max(0, -exponent) };
  }
  return { amount: shortestDecimal(value.number * way.factor + way.offset), unit, digits: value.digits };
}

/** @param status of the meter; where the meter does not stand by its values they are uncertain */
export function takenFrom(
  { value }: Pick<MeterRecord, "value">,
  { decimals, type, unit }: { type: ValueType; unit: string | undefined; decimals: number | undefined },
  status: number,
): Taken {
  const quality: Quality = statusOf(status).doubtful ? 1 : 0;
  switch (value.kind) {
    case "none":
      return { problem: texts.noValue(value.why, value.shown) };
    case "time":
    case "text":
      return type === "string" ? { value: value.text, quality } : { problem: texts.isText(value.text) };
    case "number": {
      const found = amountOf(value, unit);
      if (!found) return { problem: texts.otherUnit(value.unit, unit ?? "") };
      return numberAs(type, found, { decimals, quality });
    }
  }
}

function numberAs(
  type: ValueType,
  { amount, digits }: { amount: number; digits: number },
  { decimals, quality }: { decimals: number | undefined; quality: Quality },
): Taken {
  const rounded = decimals === undefined ? amount : roundedTo(amount, decimals);
  switch (type) {
    case "bool":
      return { value: rounded !== 0, quality };
    case "int": {
      const whole = roundHalfAway(rounded);
      return { value: whole, quality: Number.isSafeInteger(whole) ? quality : 1 };
    }
    case "string":
      // A float of 32 bits has as many digits as it has.
      return {
        value: digits === 0 ? String(rounded) : rounded.toFixed(Math.min(decimals ?? digits, 20)),
        quality,
      };
    case "float":
    case "json":
      return { value: rounded, quality };
  }
}

function roundedTo(value: number, decimals: number): number {
  return shifted(roundHalfAway(shifted(value, decimals)), -decimals);
}
