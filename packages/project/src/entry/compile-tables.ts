/** Tables as data → compiled project, hash, errors and warnings: beside the device's reading of workbooks. */
import { type CompileOptions, compileRaw, NOTHING } from "../compile-raw.ts";
import type { CompileResult } from "../compile-result.ts";
import { Report } from "../report.ts";
import { rawOf, type TablesInput } from "./raw-of.ts";

/** Nothing of `input` is changed or kept. Never throws for what stands in it. */
export async function compileTables(input: TablesInput, options: CompileOptions): Promise<CompileResult> {
  const report = new Report();
  const raw = rawOf(input, report);
  if (!raw) return { ...NOTHING, errors: report.entries() };
  return await compileRaw(raw, { report, upload: input.name ?? "" }, options);
}
