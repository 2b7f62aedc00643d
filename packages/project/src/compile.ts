/**
 * The compiler: read → check → link → emit. Pure: bytes in, compiled project and errors out. Whatever
 * the bytes are, it answers with errors and never throws. It holds the event loop for as long as it
 * takes, so a server runs it in a process of its own (`checkInChild`).
 *
 *     const { compiled, hash, errors } = await compileProject(
 *       { files: [{ name: "anlage.xlsx", bytes }] },
 *       { schemas: podSchemas },
 *     );
 *
 * Reading needs Node; the rest, `compileRaw`, is what browsers run too (`@hubwart/project/tables`).
 */
import { type CompileOptions, compileRaw, NOTHING } from "./compile-raw.ts";
import type { CompileResult } from "./compile-result.ts";
import type { PodSchema } from "./pod-schema.ts";
import type { ProjectFile } from "./project-file.ts";
import { readFiles } from "./read/read-files.ts";
import { type RawProject, tableKey } from "./read/table.ts";
import { Report } from "./report.ts";
import { tableNames } from "./tables.ts";

export type ProjectCompileOptions = Omit<CompileOptions, "loadLua">;

export async function compileProject(
  input: { files: readonly ProjectFile[] },
  options: ProjectCompileOptions,
): Promise<CompileResult> {
  const report = new Report();
  const raw = await readTables(input.files, options.schemas, report);
  // Nothing but file errors: what would be said about missing tables is only noise.
  if (raw.tables.length === 0 && report.errors > 0) return { ...NOTHING, errors: report.entries() };
  const upload = input.files[0]?.name ?? "";
  return await compileRaw(raw, { report, upload }, { ...options, loadLua });
}

export const loadLua: CompileOptions["loadLua"] = async () =>
  (await import("@hubwart/lua/engine")).checkSource;

/** What the compiler would read of an upload; sheets for people have no rows. */
function readTables(
  files: readonly ProjectFile[],
  schemas: readonly PodSchema[],
  report: Report,
): Promise<RawProject> {
  const names = tableNames(schemas.map(({ type }) => type));
  return readFiles(files, { wanted: (sheet) => names.has(tableKey(sheet)), report });
}
