/** Parts of the compiler that are loaded with the first table that needs them: most projects do without some. */
import type { TableFacts } from "./tables.ts";

const LOADERS = {
  schedules: () => import("./schedule/part.ts"),
  meters: () => import("./meter/part.ts"),
  alarms: () => import("./alarm/part.ts"),
  pages: () => import("./page/part.ts"),
};
type PartName = keyof typeof LOADERS;
type PartOf<N extends PartName> = Awaited<ReturnType<(typeof LOADERS)[N]>>;

/** What is there of it. */
export type Parts = { readonly [N in PartName]?: PartOf<N> };
export type PartTables = { readonly [N in PartName]?: Pick<PartOf<N>, "tables"> };

const PART_OF: Readonly<Record<string, PartName>> = {
  schedules: "schedules",
  schedule_times: "schedules",
  calendars: "schedules",
  meters: "meters",
  alarms: "alarms",
  classes: "alarms",
  pages: "pages",
};

/**
 * Rejects where a part cannot be loaded.
 *
 * @param tables their keys
 * @param before what is there already; it is part of the result, and the result where nothing is missing
 */
export async function loadParts(tables: Iterable<string>, before: Parts = {}): Promise<Parts> {
  const missing = new Set<PartName>();
  for (const table of tables) {
    const name = Object.hasOwn(PART_OF, table) ? PART_OF[table] : undefined;
    if (name && !before[name]) missing.add(name);
  }
  if (missing.size === 0) return before;
  const loaded = await Promise.all([...missing].map(async (name) => [name, await LOADERS[name]()] as const));
  return { ...before, ...Object.fromEntries(loaded) };
}

/** Undefined for a table of no part, or of one that is not there. */
export function factsIn(parts: PartTables, table: string): TableFacts | undefined {
  const name = Object.hasOwn(PART_OF, table) ? PART_OF[table] : undefined;
  const tables: Readonly<Record<string, TableFacts>> = (name && parts[name]?.tables) ?? {};
  return Object.hasOwn(tables, table) ? tables[table] : undefined;
}
