/** What the grid measures and looks up. */
import type { DraftCell } from "@hubwart/contract";
import type { CSSProperties } from "react";
import { cellText, isEmpty, isSecret } from "../model/cells.ts";
import type { Block, Selection, Spot } from "../model/selection.ts";
import { cellAt, type TableView } from "../model/table-view.ts";
import type { Sight } from "./grid-sight.ts";

/** px, as the style sheet has it, with the line below. */
export const ROW_HEIGHT = 33;
export const LINE_WIDTH = 64;
export const LIVE_WIDTH = 240;

/** Lines as the workbook has them, also where only some rows are shown. */
export function linesOf({ rows, table }: TableView): (index: number) => number {
  const first = table.above.length + 2;
  if (rows === table.rows) return (index) => index + first;
  const places = new Map(table.rows.map(({ id }, index) => [id, index]));
  return (index) => (places.get(rows[index]?.id ?? "") ?? table.rows.length) + first;
}

export function leftsOf({ columns }: TableView): number[] {
  let left = LINE_WIDTH;
  return columns.map(({ width }) => {
    left += width;
    return left - width;
  });
}

/** A cell while it is typed into: others may move its row, delete it, or write the cell. */
export interface Editing {
  /** That the editor begins with. */
  text: string;
  /** Undefined: one that comes into being. */
  row: string | undefined;
  column: string;
  before: DraftCell;
}

export function spotOfEdit(
  { columns, rows }: TableView,
  { column: name, row: id }: Editing,
  near: number,
): Spot | undefined {
  const column = columns.findIndex((one) => one.name === name);
  if (id === undefined) return { row: rows.length, column };
  const row = rows[near]?.id === id ? near : rows.findIndex((one) => one.id === id);
  return row === -1 || column === -1 ? undefined : { row, column };
}

/** For the style sheet: tracks of each row, and where the columns that stay in sight do. */
export function widthsOf(view: TableView, live: boolean): CSSProperties {
  const widths = [LINE_WIDTH, ...view.columns.map(({ width }) => width)];
  const tracks = widths.map((width) => `${width}px`);
  if (live) tracks.push(`minmax(${LIVE_WIDTH}px, 1fr)`);
  const whole = widths.reduce((sum, width) => sum + width, live ? LIVE_WIDTH : 0);
  const lefts = leftsOf(view).slice(0, view.frozen);
  return Object.fromEntries([
    ["--tracks", tracks.join(" ")],
    ["--width", `${whole}px`],
    ...lefts.map((left, at) => [`--left-${at}`, `${left}px`]),
  ]);
}

/** Where a cell is in the table, with the head and a row above it, and what else lies over it at the sides. */
export function placeOf(
  { columns, frozen }: TableView,
  lefts: readonly number[],
  { column, row }: Spot,
  covered: number,
): Parameters<Sight["show"]>[0] {
  const top = (row + 1) * ROW_HEIGHT;
  const rows = { from: top - 2 * ROW_HEIGHT, to: top + ROW_HEIGHT };
  if (column < frozen) return { rows, columns: undefined };
  const left = lefts[column] ?? 0;
  const before = lefts[frozen] ?? LINE_WIDTH;
  return {
    rows,
    columns: { from: left - before, to: left + (columns[column]?.width ?? 0) + covered },
  };
}

export const page = ({ height }: Sight): number => Math.max(1, Math.floor(height / ROW_HEIGHT) - 2);
export const filled = (view: TableView, { column, row }: Spot): boolean =>
  !isEmpty(cellAt(view.rows[row], view.columns[column]));
export const editText = (cell: DraftCell): string => (isSecret(cell) ? "" : cellText(cell));
export const inBlock = (
  { bottom, left, right, top }: Block,
  row: number,
): readonly [number, number] | undefined => (row >= top && row <= bottom ? [left, right] : undefined);
export const shifted = ({ anchor, head }: Selection, by: number): Selection => ({
  anchor: { ...anchor, row: anchor.row + by },
  head: { ...head, row: head.row + by },
});

export function cellsOf(view: TableView, { bottom, left, right, top }: Block): DraftCell[][] {
  const rows = view.rows.slice(top, bottom + 1);
  return rows.map((row) => view.columns.slice(left, right + 1).map((column) => cellAt(row, column)));
}

/** Of a cell; column -1 of the number before a row. */
export function spotOf(target: EventTarget): Spot | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column], th") : null;
  const row = cell?.parentElement?.dataset["row"];
  if (row === undefined || cell?.dataset["editing"] !== undefined) return undefined;
  return { row: Number(row), column: Number(cell?.dataset["column"] ?? -1) };
}
