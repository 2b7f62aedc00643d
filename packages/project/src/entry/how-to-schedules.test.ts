/** The example of `docs/how-to/write-schedules.md`, as its reader types it into a draft: it compiles, and says what the document says. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { nextChanges, readPlan, Surroundings } from "@hubwart/schedule";
import { repoRoot } from "@hubwart/testing";
import { expect, it } from "vitest";
import { loadLua } from "../compile.ts";
import { scheduleTables, testSchemas } from "../testing/project.ts";
import { inputOf } from "../testing/same-project.ts";
import { compileTables } from "./compile-tables.ts";

type Cells = (string | null)[][];

/** The first three tables of the document: schedules, their times, calendars. */
async function tablesOfDocument(): Promise<Cells[]> {
  const text = await readFile(path.join(repoRoot(), "docs/how-to/write-schedules.md"), "utf8");
  const tables: Cells[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const cells = line.trim().startsWith("|") ? line.trim().slice(1, -1).split("|") : undefined;
    if (cells && !open) tables.push([]);
    open = cells !== undefined;
    if (cells && !cells[0]?.includes("---")) tables.at(-1)?.push(cells.map((cell) => cell.trim() || null));
  }
  return tables.slice(0, 3);
}

it("is what the document says", async () => {
  const [schedules = [], times = [], calendars = []] = await tablesOfDocument();
  const { project: own, pods, bus } = scheduleTables() as Record<string, Cells>;
  const input = inputOf({ project: own, pods, bus, schedules, schedule_times: times, calendars } as never);
  const { compiled, errors } = await compileTables(input, { schemas: testSchemas, loadLua });
  expect(errors).toEqual([]);
  const [plan] = compiled?.schedules ?? [];
  if (!plan) throw new Error("no schedule");
  const around = new Surroundings({ zone: "Europe/Berlin", calendars: compiled?.calendars ?? [] });
  const at = (iso: string) => readPlan(plan, around, Date.parse(iso)).value;
  expect([
    at("2026-11-25T05:59:00+01:00"),
    at("2026-11-25T06:00:00+01:00"),
    at("2026-11-25T20:00:00+01:00"),
  ]).toEqual([false, true, false]);
  // A holiday is as a Sunday; 15 August lies in the vacation, which counts more.
  expect([at("2026-05-14T10:30:00+02:00"), at("2026-05-17T10:30:00+02:00")]).toEqual([true, true]);
  expect([at("2026-08-15T10:30:00+02:00"), at("2026-08-17T10:30:00+02:00")]).toEqual([false, false]);
  expect(nextChanges(plan, around, Date.parse("2026-08-03T00:00:00+02:00"), 1)[0]?.at).toBe(
    Date.parse("2026-09-15T06:00:00+02:00"),
  );
});
