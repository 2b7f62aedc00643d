/** The tables of an upload as they stand, for those who want to show, arrange or compare them. */
import type { TableInput, TablesInput } from "../entry/raw-of.ts";
import type { PodSchema } from "../pod-schema.ts";
import type { ProjectError } from "../project-error.ts";
import type { ProjectFile } from "../project-file.ts";
import { Report } from "../report.ts";
import { tableNames } from "../tables.ts";
import { readFiles } from "./read-files.ts";
import { tableKey } from "./table.ts";

export interface ReadProject extends TablesInput {
  tables: TableInput[];
  /** What kept files from being read. */
  errors: ProjectError[];
}

/** @param everything sheets for people too, which no compiler reads */
export async function readProject(
  files: readonly ProjectFile[],
  schemas: readonly PodSchema[],
  everything = false,
): Promise<ReadProject> {
  const report = new Report();
  const names = tableNames(schemas.map(({ type }) => type));
  const wanted = (sheet: string) => everything || names.has(tableKey(sheet));
  const { tables, scripts } = await readFiles(files, { wanted, report });
  return {
    name: files[0]?.name ?? "",
    tables,
    scripts: Object.fromEntries(scripts),
    errors: report.entries(),
  };
}
