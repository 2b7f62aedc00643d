/** Values of blocks as people read them. */
import { formatDecimal } from "../../../lib/intl.ts";
import { exactText, valueText } from "../../../lib/value-text.ts";
import { pagesTexts as texts } from "../../../texts/index.ts";
import type { Block } from "../api/pages.ts";

type Words = Pick<Block, "choices" | "decimals">;

export function shownValue(value: unknown, { choices, decimals }: Words): string {
  const chosen = choices?.find(([key]) => key === value);
  if (chosen) return chosen[1];
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  if (typeof value !== "number") return exactText(value);
  return decimals === undefined ? valueText(value) : formatDecimal(value, decimals);
}

/** With the unit, for a sentence. */
export function withUnit(value: unknown, words: Words, unit: string | undefined): string {
  const text = shownValue(value, words);
  return unit === undefined || typeof value !== "number" || words.choices ? text : `${text}\u00a0${unit}`;
}

/** Name of a block as people know it. */
export const nameOf = (block: Pick<Block, "block" | "label" | "source">, known?: string): string =>
  block.label ?? known ?? lastPart(block.source) ?? texts.blocks[block.block];

const lastPart = (source: string | undefined): string | undefined =>
  source?.slice(source.lastIndexOf(".") + 1);
