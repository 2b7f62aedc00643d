import { hashProject } from "../canonical.ts";
import type { CompileOptions } from "../compile-raw.ts";
import type { CompiledProject } from "../compiled.ts";
import { editsOf } from "../edits.ts";
import { compileTables } from "./compile-tables.ts";
import type { TablesInput } from "./raw-of.ts";
import { tablesOf } from "./tables-of.ts";

/**
 * The tables behind a compiled project: those it was made from, with comments, notes and lines, where they were kept and still mean the
 * same; rebuilt ones otherwise (`rebuilt`), since an upload may have been taken over in part.
 */
export async function tablesBehind(
  compiled: CompiledProject,
  source: TablesInput | undefined,
  options: CompileOptions,
): Promise<TablesInput & { rebuilt: boolean }> {
  if (source) {
    const { hash } = await compileTables(source, { ...options, edits: editsOf(compiled) });
    if (hash === hashProject(compiled)) return { ...source, rebuilt: false };
  }
  return { ...tablesOf(compiled, options.schemas), rebuilt: true };
}
