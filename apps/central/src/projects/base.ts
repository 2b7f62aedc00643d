/**
 * A workbook for many sites: its table `sites` has a row of values for each, and `{{column}}` in a cell of any other table stands for the
 * site's value. Pure. Scripts stay as they are: in Lua two braces are a table in a table; they read constants, which may have values.
 *
 *     const base = baseOf(sheets, scripts);
 *     const { sheets, scripts } = projectFor(base, "Hotel Nord");
 */
import { InvalidInputError } from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type BaseCell = z.output<typeof cell>;
const sheet = z.object({
  name: z.string(),
  above: z.array(z.array(cell)),
  columns: z.array(z.string()),
  rows: z.array(z.array(cell)),
});
export type BaseSheet = z.output<typeof sheet>;

export const baseContent = z.object({
  sheets: z.array(sheet),
  scripts: z.record(z.string(), z.string()),
  parameters: z.array(z.string()),
  sites: z.array(z.object({ site: z.string(), values: z.array(cell) })),
});
/** `values` of a site are by `parameters`. */
export type BaseContent = z.output<typeof baseContent>;

const SITES = "sites";
const SITE = "site";
const PARAMETER = /^[A-Za-z_][A-Za-z0-9_]{0,59}$/;
const PLACE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,59})\s*\}\}/g;
export const SITES_MOST = 1_000;

/** @throws InvalidInputError at `file` */
export function baseOf(all: readonly BaseSheet[], scripts: Readonly<Record<string, string>>): BaseContent {
  const table = all.find(({ name }) => name.trim().toLowerCase() === SITES);
  if (!table) throw wrong(texts.noTable);
  const sheets = all.filter((each) => each !== table);
  const names = table.columns.map((column) => column.trim());
  const at = names.findIndex((name) => name.toLowerCase() === SITE);
  if (at === -1) throw wrong(texts.noSiteColumn);
  const used = [...names.entries()].filter(([index, name]) => index !== at && !ignored(name));
  for (const [, name] of used) {
    if (!PARAMETER.test(name)) throw wrong(texts.columnName(name));
    if (used.filter(([, other]) => other === name).length > 1) throw wrong(texts.columnTwice(name));
  }
  const sites = sitesOf(
    table,
    at,
    used.map(([index]) => index),
  );
  const parameters = used.map(([, name]) => name);
  checkPlaces(sheets, new Set(parameters));
  return { sheets, scripts: { ...scripts }, parameters, sites };
}

/** Empty ones, notes, and comments. */
const ignored = (name: string): boolean => name === "" || name.startsWith("_") || name.startsWith("#");

function sitesOf({ rows }: BaseSheet, at: number, used: readonly number[]): BaseContent["sites"] {
  const seen = new Set<string>();
  const sites = rows.flatMap((cells, index) => {
    if (cells.every((each) => text(each) === "")) return [];
    const site = text(cells[at] ?? null);
    if (site.startsWith("#")) return [];
    if (site === "") throw wrong(texts.noName(index + 1));
    if (seen.has(site)) throw wrong(texts.siteTwice(site));
    seen.add(site);
    return [{ site, values: used.map((column) => cells[column] ?? null) }];
  });
  if (sites.length === 0) throw wrong(texts.noSites);
  if (sites.length > SITES_MOST) throw wrong(texts.manySites(SITES_MOST));
  return sites;
}

function checkPlaces(sheets: readonly BaseSheet[], known: ReadonlySet<string>): void {
  for (const { above, name, rows } of sheets)
    for (const value of [...above, ...rows].flat())
      if (typeof value === "string")
        for (const [, parameter = ""] of value.matchAll(PLACE))
          if (!known.has(parameter)) throw wrong(texts.unknownParameter(parameter, name));
}

/** The tables as this site is to have them. A cell that is a place alone becomes the value itself: a number stays one. @param site one of its table */
export function projectFor(
  { parameters, scripts, sheets, sites }: BaseContent,
  site: string,
): Pick<BaseContent, "scripts" | "sheets"> {
  const row = sites.find((each) => each.site === site);
  const values = new Map(parameters.map((name, index) => [name, row?.values[index] ?? null]));
  const filled = (cells: readonly BaseCell[]) => cells.map((value) => fill(value, values));
  return {
    sheets: sheets.map((each) => ({ ...each, above: each.above.map(filled), rows: each.rows.map(filled) })),
    scripts,
  };
}

function fill(value: BaseCell, values: ReadonlyMap<string, BaseCell>): BaseCell {
  if (typeof value !== "string" || !value.includes("{{")) return value;
  const alone = /^\s*\{\{\s*(\w+)\s*\}\}\s*$/.exec(value)?.[1];
  if (alone !== undefined && values.has(alone)) return values.get(alone) ?? null;
  return value.replace(PLACE, (_, name: string) => text(values.get(name) ?? null));
}

const text = (value: BaseCell): string => (value === null ? "" : String(value).trim());

const wrong = (message: string): InvalidInputError => new InvalidInputError([{ field: "file", message }]);
