/**
 * A table out of a manual has its own columns in its own order. Where the first row of what is pasted names columns, each goes where
 * it belongs:
 *
 *     const placed = byHeadings([["Adresse", "Einheit"], [0, "V"]], view);
 *     placed?.rows;      // per row of data: as many cells as the table has columns, undefined where nothing is pasted
 *     placed?.left;      // headings of which the table has no column
 */
import type { DraftCell } from "@hubwart/contract";
import { draftsTexts } from "../../../../texts/index.ts";
import type { Block } from "./selection.ts";
import type { Write } from "./steps.ts";
import { type TableView, tableKey } from "./table-view.ts";

/** One word may be a value as well as a heading. */
const LEAST = 2;

const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = draftsTexts.headings;

export interface Headed {
  writes: Write[];
  /** Headings that are no column. */
  left: string[];
  /** Of data. */
  rows: number;
}

/** Undefined where the first row is one of data. */
export function byHeadings(
  pasted: readonly (readonly DraftCell[])[],
  { columns }: TableView,
  { top }: Block,
): Headed | undefined {
  const [head = [], ...data] = pasted;
  if (data.length === 0 || head.some((cell) => cell !== null && typeof cell !== "string")) return undefined;
  const names = columns.map(({ name }) => tableKey(name));
  const places = head.map((cell) => placeOf(tableKey(typeof cell === "string" ? cell : ""), names));
  const found = places.filter((place) => place >= 0);
  if (found.length < LEAST || new Set(found).size !== found.length) return undefined;
  const writes = data.flatMap((cells, index) =>
    places.flatMap((column, from): Write[] =>
      column < 0 ? [] : [{ row: top + index, column, value: cells[from] ?? null }],
    ),
  );
  const left = head.filter((cell, at) => cell !== null && (places[at] ?? -1) < 0).map(String);
  return { writes, left, rows: data.length };
}

/** -1 for none. */
function placeOf(heading: string, names: readonly string[]): number {
  if (heading === "") return -1;
  const exact = names.indexOf(heading);
  return exact >= 0 ? exact : names.findIndex((name) => OTHER_WORDS[name]?.includes(heading));
}
