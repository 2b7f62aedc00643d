/** Values of channels as people read and write them. */

import type { channelDetails } from "@hubwart/contract";
import type * as z from "zod/mini";
import { NOTHING } from "../../../lib/format.ts";
import { numberFormat } from "../../../lib/intl.ts";
import { traceTexts } from "../../../texts/index.ts";

export type ValueType = z.output<typeof channelDetails>["type"];

const number = numberFormat({ maximumSignificantDigits: 15, useGrouping: false });

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "number") return number.format(value);
  if (typeof value === "boolean") return traceTexts.boolean[value ? "true" : "false"];
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** As a field shows it for editing; what `parseValue` reads again. */
export function editText(type: ValueType, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" && type !== "json") return number.format(value);
  return typeof value === "string" && type !== "json" ? value : JSON.stringify(value);
}

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/** The value of a text in the type of its channel; `undefined` where it does not fit. */
export function parseValue(type: ValueType, text: string): unknown {
  const trimmed = text.trim();
  switch (type) {
    case "bool":
      return trimmed === "true" ? true : trimmed === "false" ? false : undefined;
    case "int": {
      const whole = /^[+-]?\d+$/.test(trimmed) ? Number(trimmed) : undefined;
      return Number.isSafeInteger(whole) ? whole : undefined;
    }
    case "float": {
      const parsed = NUMBER.test(trimmed) ? Number(trimmed.replace(",", ".")) : undefined;
      return Number.isFinite(parsed) ? parsed : undefined;
    }
    case "string":
      return text;
    case "json":
      try {
        return JSON.parse(trimmed) as unknown;
      } catch {
        return undefined;
      }
  }
}
