/** Values of channels as people write them; `value-text.ts` is how they read them. */

import type { channelDetails } from "@hubwart/contract";
import type * as z from "zod/mini";
import { numberFormat } from "./intl.ts";

export type ValueType = z.output<typeof channelDetails>["type"];

const number = numberFormat({ maximumSignificantDigits: 15, useGrouping: false });

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
