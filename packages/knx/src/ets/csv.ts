/**
 * The export of group addresses as CSV, in all its formats: one or three columns of names, the address in one column
 * or three, any separator, with or without a header (its words follow the language of the ETS).
 */
import { type LoneRow, readLoneCsv } from "@hubwart/project/lone-csv";
import { texts } from "../texts.ts";
import { cleaned, EtsError, EtsGroups } from "./model.ts";

const SLASHED = /^\d{1,2}\/(?:\d{1,4}|-)(?:\/(?:\d{1,3}|-))?$/;
const NUMBER = /^\d{1,5}$/;
const DPT = /^DPS?T-\d/i;
const ADDRESS_HEAD = /^(?:(?:group )?address|(?:gruppen)?adresse)$/i;
const DPT_HEAD = /^(?:datapoint ?type|datenpunkttyp|dpt)$/i;
/** Columns between the address and the description: central, unfiltered. */
const BEFORE_DESCRIPTION = 2;

interface Layout {
  address: number;
  /** 1 or 3 columns. */
  width: number;
  dpt: number | undefined;
}

export function readGroupCsv(bytes: Uint8Array): EtsGroups {
  const read = readLoneCsv(bytes);
  if ("problem" in read) throw new EtsError(`${read.problem}.`);
  const { rows } = read;
  const groups = new EtsGroups();
  const layout = layoutOf(rows);
  if (!layout) return groups;
  const ranges: string[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    const parts = addressOf(cells, layout);
    if (parts === undefined) {
      const about = texts.inLine(line);
      if (index > 0) groups.notes.push({ about, text: texts.noGroupAddressThere });
      continue;
    }
    const names = cells.slice(0, layout.address);
    const level = parts.findIndex((part) => part === "-" || part === "");
    if (level === 0) continue;
    if (level > 0) {
      ranges.length = Math.min(ranges.length, level - 1);
      ranges[level - 1] = cleaned(names[level - 1] || lastOf(names));
      continue;
    }
    const own = names.length === 3 ? names.slice(0, 2).map((name, i) => cleaned(name) || ranges[i]) : ranges;
    const dpt = dptOf(cells, layout);
    groups.add(
      parts.join("/"),
      lastOf(names) || descriptionOf(cells, layout),
      dpt,
      own.filter((range) => range !== undefined && range !== "") as string[],
    );
  }
  return groups;
}

function layoutOf(rows: readonly LoneRow[]): Layout | undefined {
  const head = rows[0]?.cells ?? [];
  const named = head.findIndex((cell) => ADDRESS_HEAD.test(cell));
  const dptHead = head.findIndex((cell) => DPT_HEAD.test(cell));
  const dpt = dptHead === -1 ? undefined : dptHead;
  const slashed = named === -1 ? fullest(rows, (cells, at) => SLASHED.test(cells[at] ?? "")) : named;
  if (slashed !== undefined) return { address: slashed, width: 1, dpt };
  const triple = fullest(rows, (cells, at) =>
    [0, 1, 2].every((offset) => NUMBER.test(cells[at + offset] ?? "")),
  );
  if (triple !== undefined) return { address: triple, width: 3, dpt };
  const free = fullest(rows, (cells, at) => at > 0 && NUMBER.test(cells[at] ?? ""));
  return free === undefined ? undefined : { address: free, width: 1, dpt };
}

/** The column where most rows fit; the first of equals. */
function fullest(
  rows: readonly LoneRow[],
  fits: (cells: readonly string[], at: number) => boolean,
): number | undefined {
  const counts: number[] = [];
  for (const { cells } of rows) {
    for (let at = 0; at < cells.length; at++) if (fits(cells, at)) counts[at] = (counts[at] ?? 0) + 1;
  }
  let best: number | undefined;
  for (const [at, count] of counts.entries()) {
    if (count !== undefined && count > (best === undefined ? 0 : (counts[best] ?? 0))) best = at;
  }
  return best;
}

/** The parts of the address; `-` or empty from the level on that a range leaves open. */
function addressOf(cells: readonly string[], { address, width }: Layout): string[] | undefined {
  if (width === 1) {
    const cell = cells[address] ?? "";
    return SLASHED.test(cell) || NUMBER.test(cell) ? cell.split("/") : undefined;
  }
  const parts = [0, 1, 2].map((offset) => cells[address + offset] ?? "");
  return parts.every((part) => part === "" || part === "-" || NUMBER.test(part)) ? parts : undefined;
}

function dptOf(cells: readonly string[], { address, width, dpt }: Layout): string {
  if (dpt !== undefined && cells[dpt]) return cells[dpt];
  return cells.slice(address + width).find((cell) => DPT.test(cell)) ?? "";
}

function descriptionOf(cells: readonly string[], { address, width }: Layout): string {
  const cell = cells[address + width + BEFORE_DESCRIPTION] ?? "";
  return DPT.test(cell) ? "" : cell;
}

function lastOf(names: readonly string[]): string {
  return names.findLast((name) => name !== "") ?? "";
}
