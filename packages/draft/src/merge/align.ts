/**
 * Which row of one version is which of another. Whatever is paired, nothing is lost: a row that finds no partner counts as new here
 * and gone there.
 */
import type { DraftCell, DraftRow } from "@hubwart/contract";
import { filled, type Grid, type KeyOf, keyParts, sameCell } from "./grid.ts";

/** From rows of the first to those of the second. */
export type Pairs = Map<DraftRow, DraftRow>;

/** Share of equal cells above which a row without a partner is the one beside it, changed. */
const ALIKE = 0.5;
/** Rows without a partner that are looked at between two with one. */
const NEAR = 50;

/** Of a draft and what it began with: by their keys, and where these changed by their ids. */
export function alignById(from: Grid, to: Grid, keyOf: KeyOf): Pairs {
  const key = keyText(keyOf);
  const pairs: Pairs = new Map();
  const withId = (grid: Grid, row: DraftRow) => {
    const known = key(grid, row);
    return known === undefined ? undefined : `${row.id} ${known}`;
  };
  pair(pairs, from, to, withId);
  pair(pairs, from, to, key);
  pair(pairs, from, to, (_grid, { id }) => id);
  return pairs;
}

/** Of versions that do not know each other: by their keys, by what stands in them, and last by where they stand. */
export function align(from: Grid, to: Grid, keyOf: KeyOf): Pairs {
  const pairs: Pairs = new Map();
  pair(pairs, from, to, keyText(keyOf));
  pair(pairs, from, to, content);
  pairNear(pairs, from, to);
  return pairs;
}

/** Of rows that are new on both sides: by key or by what stands in them. */
export function alignNew(from: Grid, to: Grid, keyOf: KeyOf): Pairs {
  const pairs: Pairs = new Map();
  pair(pairs, from, to, keyText(keyOf));
  pair(pairs, from, to, content);
  return pairs;
}

const keyText = (keyOf: KeyOf) => (grid: Grid, row: DraftRow) => {
  const parts = keyParts(grid, row, keyOf);
  return parts && JSON.stringify(parts);
};

/** Empty rows are told apart by where they stand only. */
function content(grid: Grid, row: DraftRow): string | undefined {
  const cells = [...filled(grid, row)].sort(([a], [b]) => (a < b ? -1 : 1));
  return cells.length === 0 ? undefined : JSON.stringify(cells);
}

/** Those of one name in their order. */
function pair(
  pairs: Pairs,
  from: Grid,
  to: Grid,
  nameOf: (grid: Grid, row: DraftRow) => string | undefined,
): void {
  const taken = new Set(pairs.values());
  const free = new Map<string, DraftRow[]>();
  for (const row of to.table.rows) {
    const name = taken.has(row) ? undefined : nameOf(to, row);
    if (name !== undefined) free.set(name, [...(free.get(name) ?? []), row]);
  }
  for (const row of from.table.rows) {
    const name = pairs.has(row) ? undefined : nameOf(from, row);
    const partner = name === undefined ? undefined : free.get(name)?.shift();
    if (partner) pairs.set(row, partner);
  }
}

/** Rows between the same two that have partners. */
function pairNear(pairs: Pairs, from: Grid, to: Grid): void {
  const back = new Map([...pairs].map(([row, partner]) => [partner, row]));
  const anchors = new Set(pairs.keys());
  const places = new Map(from.table.rows.map((row, index) => [row, index]));
  let at = 0;
  for (const row of to.table.rows) {
    const partner = back.get(row);
    if (partner) {
      at = (places.get(partner) ?? 0) + 1;
      continue;
    }
    let best: DraftRow | undefined;
    let most = ALIKE;
    for (const one of from.table.rows.slice(at, at + NEAR)) {
      if (anchors.has(one)) break;
      const share = pairs.has(one) ? 0 : likeness(filled(from, one), filled(to, row));
      if (share > most) [best, most] = [one, share];
    }
    if (best) pairs.set(best, row);
  }
}

function likeness(a: ReadonlyMap<string, DraftCell>, b: ReadonlyMap<string, DraftCell>): number {
  const most = Math.max(a.size, b.size);
  if (most === 0) return 1;
  return [...a].filter(([name, cell]) => sameCell(cell, b.get(name) ?? null)).length / most;
}
