/** What may be typed as a set point, and what its buttons lead to. */
import { formatDecimal } from "../../../lib/intl.ts";
import { parseValue } from "../../../lib/typed-value.ts";
import { pagesTexts as texts } from "../../../texts/index.ts";
import type { Block } from "../api/pages.ts";

export type Range = Pick<Block, "min" | "max" | "step" | "decimals">;

/** Steps are decimal fractions, numbers are not. */
const NEARLY = 1e-6;

export type Typed = { value: number } | { problem: string };

export function typedSetpoint(text: string, type: "int" | "float", range: Range): Typed {
  const value = parseValue(type, text);
  if (typeof value !== "number") return { problem: type === "int" ? texts.noWhole : texts.noNumber };
  const problem = problemOf(value, range);
  return problem === undefined ? { value } : { problem };
}

export function problemOf(value: number, { max, min, step }: Range): string | undefined {
  const text = (number: number) => formatDecimal(number, 0, 6);
  if ((min !== undefined && value < min) || (max !== undefined && value > max)) {
    if (min === undefined) return texts.most(text(max ?? 0));
    return max === undefined ? texts.least(text(min)) : texts.limits(text(min), text(max));
  }
  if (step === undefined) return undefined;
  const steps = (value - (min ?? 0)) / step;
  return Math.abs(steps - Math.round(steps)) > NEARLY ? texts.steps(text(step)) : undefined;
}

/** One step on, within the limits; from the nearest step. */
export function stepped(value: number, by: 1 | -1, type: "int" | "float", range: Range): number {
  const { decimals, max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY } = range;
  const step = range.step ?? (type === "int" ? 1 : decimals === undefined ? 0.5 : 10 ** -decimals);
  const from = Number.isFinite(min) ? min : 0;
  const steps = (value - from) / step;
  const whole = by > 0 ? Math.floor(steps + NEARLY) : Math.ceil(steps - NEARLY);
  const next = from + (whole + by) * step;
  return Number(Math.min(Math.max(next, min), max).toFixed(9));
}
