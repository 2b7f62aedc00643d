/** The table `pages`: what each block is of, whether it suits that, and where it stands. */

import { areaFault, tidySpaces } from "../area/path.ts";
import { pageKinds } from "../catalogue/pages.ts";
import type { Draft } from "../check/draft.ts";
import { shapeFrom } from "../check/shapes.ts";
import { TableView, type ViewRow } from "../check/table-view.ts";
import type { CompiledAlarmClass, CompiledBlock, PageBlock } from "../compiled.ts";
import { GRID_COLUMNS, PAGE_COLUMNS, PAGE_TABLES } from "../page-tables.ts";
import { placeKey } from "../places.ts";
import type { SheetTable } from "../read/table.ts";
import { type Place, placeText } from "../report.ts";
import { readOptions } from "./block-options.ts";
import { blockKey } from "./key.ts";
import { type Box, Grid, sizeOf } from "./layout.ts";
import { BlockSources } from "./sources.ts";

/** Blocks of all pages of a project. */
export const BLOCKS_MAX = 5_000;
/** Blocks that may stand on a plan. */
export const ON_PLAN: readonly PageBlock[] = ["value", "setpoint", "switch"];

interface Found {
  block: CompiledBlock;
  row: ViewRow;
  place: Place;
}

/** @returns the blocks by page, row and column of the grid: sorting a sheet is no change */
export function checkPages(
  tables: readonly SheetTable[],
  classes: readonly CompiledAlarmClass[],
  draft: Draft,
): CompiledBlock[] {
  const found: Found[] = [];
  const sources = new BlockSources(draft, classes);
  const shape = shapeFrom(PAGE_TABLES.pages);
  for (const table of tables) {
    const view = TableView.open(table, "pages", shape, draft.report);
    for (const row of view.rows()) {
      const block = readBlock(row, sources, draft);
      if (block) found.push({ block, row, place: row.place });
      if (found.length > BLOCKS_MAX) {
        row.fail(pageKinds.tooManyBlocks, "page", { limit: BLOCKS_MAX });
        break;
      }
    }
    view.finish();
    table.rows = [];
  }
  checkPlaces(found);
  return found
    .filter(({ row }) => row.ok)
    .map(({ block }) => block)
    .sort(byPlace);
}

function readBlock(row: ViewRow, sources: BlockSources, draft: Draft): CompiledBlock | undefined {
  const page = pageIn(row);
  const kind = row.read("block", PAGE_COLUMNS.block) as PageBlock | undefined;
  if (page === undefined || kind === undefined) return undefined;
  const label = row.text("label", PAGE_COLUMNS.label);
  if (kind === "text" && label === undefined) row.fail(pageKinds.textNeeded, "label", {});
  const source = sources.of(row, kind);
  const block: CompiledBlock = {
    page,
    block: kind,
    ...(source === undefined ? {} : { source }),
    ...(label === undefined ? {} : { label }),
    ...readPlace(row, kind),
    ...readOptions(row, kind, source, draft),
  };
  const given: Record<string, string> = { page, block: kind, source: source ?? "", label: label ?? "" };
  const key = placeKey.block(blockKey((column) => given[column] ?? block[column as "on"] ?? "").join("\n"));
  const first = draft.pagePlaces.get(key);
  if (first) row.fail(pageKinds.duplicateBlock, "source", { first: placeText(first) });
  else draft.pagePlaces.set(key, row.place);
  return block;
}

function pageIn(row: ViewRow): string | undefined {
  const value = row.text("page", PAGE_COLUMNS.page);
  const fault = value === undefined ? undefined : areaFault(value);
  if (value === undefined || fault === undefined) return value;
  if (fault.kind === "spaces") row.fail("oddSpaces", "page", { value, proposal: tidySpaces(value) });
  else row.fail(pageKinds.badPage, "page", { value: value.slice(0, 80) });
  return undefined;
}

/** In the grid or on a plan; nothing of what is not as it should be (reported). */
function readPlace(row: ViewRow, kind: PageBlock): Partial<CompiledBlock> {
  const read = (name: "x" | "y" | "w" | "h") => row.read(name, PAGE_COLUMNS[name]) as number | undefined;
  const [x, y, w, h] = [read("x"), read("y"), read("w"), read("h")];
  const on = row.text("on", PAGE_COLUMNS.on);
  const size = { ...(w === undefined ? {} : { w }), ...(h === undefined ? {} : { h }) };
  if (on !== undefined) {
    if (!ON_PLAN.includes(kind)) row.fail(pageKinds.notOnPlan, "on", { kind });
    else if (x === undefined || y === undefined || y > 100 || w !== undefined || h !== undefined)
      row.fail(pageKinds.outOfPlan, x === undefined ? "x" : "y", {});
    else return { on, x, y };
    return {};
  }
  if (x === undefined && y === undefined) return size;
  if (x === undefined || y === undefined) {
    // A cell that is filled with something else has been reported.
    if (!row.filled("x") || !row.filled("y")) row.fail(pageKinds.halfPlaced, x === undefined ? "x" : "y", {});
    return {};
  }
  const [width] = sizeOf({ block: kind, ...size });
  const whole = Number.isInteger(x) && Number.isInteger(y);
  if (!whole || x < 1 || y < 1 || x + width > GRID_COLUMNS + 1) {
    row.fail(pageKinds.outOfGrid, y < 1 || !Number.isInteger(y) ? "y" : "x", { max: GRID_COLUMNS });
    return {};
  }
  return { x, y, ...size };
}

/** What hangs on other rows: plans to stand on, and room. */
function checkPlaces(found: readonly Found[]): void {
  const grids = new Map<string, Grid<Found>>();
  const plans = new Map<string, string[]>();
  for (const { block } of found) {
    if (block.block === "plan" && block.source !== undefined)
      plans.set(block.page, [...(plans.get(block.page) ?? []), block.source]);
  }
  for (const one of found) {
    const { block, row } = one;
    if (block.on !== undefined) {
      const names = plans.get(block.page) ?? [];
      if (!names.includes(block.on))
        row.fail(pageKinds.unknownPlan, "on", {
          value: block.on.slice(0, 80),
          names,
          near: row.near(block.on, names),
        });
      continue;
    }
    const { x, y } = block;
    if (x === undefined || y === undefined) continue;
    const [w, h] = sizeOf(block);
    const box: Box = { x, y, w, h };
    const grid = grids.get(block.page) ?? new Grid<Found>();
    grids.set(block.page, grid);
    const other = grid.at(box);
    if (other) row.fail(pageKinds.blocksOverlap, "x", { first: placeText(other.place) });
    else grid.take(box, one);
  }
}

function byPlace(a: CompiledBlock, b: CompiledBlock): number {
  const last = Number.POSITIVE_INFINITY;
  const numbers = (one: CompiledBlock) => [one.on === undefined ? 0 : 1, one.y ?? last, one.x ?? last];
  if (a.page !== b.page) return a.page < b.page ? -1 : 1;
  const [left, right] = [numbers(a), numbers(b)];
  const at = left.findIndex((value, index) => value !== right[index]);
  if (at !== -1) return (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1;
  const text = ({ block, label, on, source }: CompiledBlock) => JSON.stringify([block, source, on, label]);
  return text(a) < text(b) ? -1 : 1;
}
