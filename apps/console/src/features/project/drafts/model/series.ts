/** Goes on counting: `c1` → `c2`, `3` → `4`; from two by their difference, `010`, `020` → `030`. */
import type { DraftCell } from "@hubwart/contract";
import { cellText, isSecret } from "./cells.ts";

interface Counted {
  before: string;
  number: number;
  digits: number;
  /** A number of its own may have decimals and a sign. */
  own: boolean;
}

/** All cells of a column, the first of them or the first two as they are. What does not count is copied. */
export function series(cells: readonly DraftCell[]): DraftCell[] {
  const [first, second] = cells;
  if (first === undefined) return [];
  const start = counted(first);
  if (!start) return cells.map(() => first);
  const next = counted(second ?? null);
  const step = next?.before === start.before ? round(next.number - start.number) : 0;
  const by = step === 0 ? 1 : step;
  return cells.map((_, index) => {
    if (index === 0) return first;
    const value = round(start.number + index * by);
    if (typeof first === "number") return value;
    if (start.own) return String(value).replace(".", ",");
    return `${start.before}${String(Math.max(0, value)).padStart(start.digits, "0")}`;
  });
}

function counted(cell: DraftCell): Counted | undefined {
  if (isSecret(cell) || typeof cell === "boolean") return undefined;
  const text = cellText(cell).trim();
  if (/^-?\d{1,15}(,\d+)?$/.test(text) && !/^0\d/.test(text))
    return { before: "", number: Number(text.replace(",", ".")), digits: 0, own: true };
  const [, before, digits] = /^(.*?)(\d{1,15})$/s.exec(text) ?? [];
  if (before === undefined || digits === undefined) return undefined;
  return { before, number: Number(digits), digits: digits.length, own: false };
}

/** Without what binary fractions leave behind. */
const round = (value: number): number => Number(value.toPrecision(12));
