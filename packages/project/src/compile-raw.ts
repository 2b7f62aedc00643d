/** check → link → emit: tables in, compiled project and errors out. The same code on the device, on a terminal and in a browser. */
import type { EditedSchedules } from "@hubwart/schedule";
import { hashProject } from "./canonical.ts";
import type { CheckSource } from "./check/scripts.ts";
import { checkRaw, type Finding } from "./check-raw.ts";
import type { CompileResult } from "./compile-result.ts";
import { type Edits, withEdits } from "./edits.ts";
import { emit } from "./emit.ts";
import { loadParts } from "./parts.ts";
import { placesOf } from "./places.ts";
import type { PodSchema } from "./pod-schema.ts";
import { type RawProject, tableKey } from "./read/table.ts";
import { reportEdited } from "./schedule/edited.ts";
import { vocabularyOf } from "./vocabulary.ts";

export interface CompileOptions {
  schemas: readonly PodSchema[];
  /** Values that administrators gave constants; those that no longer fit are left out, with a warning. */
  edits?: Edits;
  /** What people changed of the schedules on the device: a warning says where it and the project do not go together. */
  editedSchedules?: EditedSchedules;
  /** What judges scripts; asked for only where there are some. */
  loadLua: () => Promise<CheckSource>;
}

/** What was read becomes part of the result, or is let go: the rows of `raw` are gone afterwards. */
export async function compileRaw(
  raw: RawProject,
  at: Finding,
  options: CompileOptions,
): Promise<CompileResult> {
  const parts = await loadParts(raw.tables.map(({ name }) => tableKey(name)));
  const checked = await checkRaw(raw, at, { ...options, vocabulary: vocabularyOf(options.schemas, parts) });
  const { report } = at;
  const { draft, order } = checked;
  if (report.errors > 0) return { ...NOTHING, errors: report.entries(order) };
  const own = emit({ ...checked, scripts: raw.scripts });
  if (options.editedSchedules) reportEdited(draft, options.editedSchedules);
  const compiled = options.edits ? withEdits(own, options.edits, report, "editDropped") : own;
  return {
    compiled,
    hash: hashProject(compiled),
    errors: report.entries(order),
    files: raw.names,
    places: placesOf(draft),
  };
}

export const NOTHING = { hash: "", files: [] };
