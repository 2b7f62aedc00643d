import type { Place as Site } from "@hubwart/schedule";
import type { SheetTable } from "../read/table.ts";
import { type Place, placeText, type Report } from "../report.ts";
import { BASIC_TABLES, NAME, PROJECT_COLUMNS, PROJECT_KEYS } from "../tables.ts";
import { shapeFrom } from "./shapes.ts";
import { TableView } from "./table-view.ts";

export interface ProjectFacts {
  id: string;
  name: string;
  description?: string;
  place?: Site;
}

/** What the table says besides. */
export interface ProjectDefaults {
  /** s */
  maxAge?: number;
}

const SHAPE = shapeFrom(BASIC_TABLES.project);

/** The `project` table: one line a key. */
export function checkProject(
  tables: readonly SheetTable[],
  report: Report,
): { facts: ProjectFacts; defaults: ProjectDefaults } {
  const first = new Map<string, Place>();
  const values = new Map<string, string>();
  const defaults: ProjectDefaults = {};
  const site: { latitude?: number | undefined; longitude?: number | undefined } = {};
  for (const table of tables) {
    const view = TableView.open(table, "project", SHAPE, report);
    for (const row of view.rows()) {
      const key = row.text("key", PROJECT_COLUMNS.key)?.toLowerCase();
      if (key === undefined) continue;
      if (!isKey(key)) {
        row.fail("unknownKey", key, { key, near: report.near(key, Object.keys(PROJECT_KEYS)) });
        continue;
      }
      const earlier = first.get(key);
      if (earlier) {
        row.fail("duplicateKey", key, { key, first: placeText(earlier) });
        continue;
      }
      first.set(key, row.place);
      if (key === "max_age") {
        const seconds = row.read("value", PROJECT_KEYS.max_age);
        if (typeof seconds === "number") defaults.maxAge = seconds;
        continue;
      }
      if (key === "latitude" || key === "longitude") {
        const degrees = row.read("value", PROJECT_KEYS[key]);
        site[key] = typeof degrees === "number" ? degrees : undefined;
        continue;
      }
      const value = row.text("value", PROJECT_KEYS[key]);
      if (value !== undefined) values.set(key, value);
      if (key === "id" && value !== undefined && !NAME.test(value)) {
        row.fail("badProjectId", "id", { value: value.slice(0, 80) });
      }
    }
    view.finish();
  }
  const [table] = tables;
  if (table && !first.has("id")) {
    report.add("missingProjectId", { file: table.file, table: table.name, attribute: "id" }, {});
  }
  const id = values.get("id") ?? "";
  const description = values.get("description");
  const facts = {
    id,
    name: values.get("name") ?? id,
    ...(description === undefined ? {} : { description }),
    ...siteOf(site, first, report),
  };
  return { facts, defaults };
}

/** Half a place is none. */
function siteOf(
  { latitude, longitude }: { latitude?: number | undefined; longitude?: number | undefined },
  first: ReadonlyMap<string, Place>,
  report: Report,
): { place?: Site } {
  if (latitude !== undefined && longitude !== undefined) return { place: { latitude, longitude } };
  const [given, other] = first.has("latitude") ? ["latitude", "longitude"] : ["longitude", "latitude"];
  const place = first.get(given ?? "");
  if (place && !first.has(other ?? ""))
    report.add("halfPlace", { ...place, attribute: given ?? "" }, { key: other ?? "" });
  return {};
}

function isKey(key: string): key is keyof typeof PROJECT_KEYS {
  return Object.hasOwn(PROJECT_KEYS, key);
}
