/** What is wrong with tables, again and again: for an editor. */
import { RowMemo } from "../check/row-memo.ts";
import { checkRaw } from "../check-raw.ts";
import type { CompileOptions } from "../compile-raw.ts";
import type { CompileResult } from "../compile-result.ts";
import { Report } from "../report.ts";
import type { Vocabulary } from "../vocabulary.ts";
import { rawOf, type TablesInput } from "./raw-of.ts";

/**
 * What `compileTables` would say of tables, without the project that it makes; for an editor, after each change. A row that is the
 * same object as before, or has the same array of cells, is not read again: whoever changes one hands over others.
 *
 *     const judge = createJudge({ loadLua });
 *     const vocabulary = await loadVocabulary(input.tables, source);
 *     const errors = await judge(input, vocabulary);
 *     const marks = locate(errors, input, vocabulary);
 */
export function createJudge({
  loadLua,
}: Pick<CompileOptions, "loadLua">): (
  input: TablesInput,
  vocabulary: Vocabulary,
) => Promise<CompileResult["errors"]> {
  const memo = new RowMemo();
  return async (input, vocabulary) => {
    const report = new Report();
    const raw = rawOf(input, report, memo);
    if (!raw) return report.entries();
    const at = { report, upload: input.name ?? "" };
    const { order } = await checkRaw(raw, at, { loadLua, memo, vocabulary });
    return report.entries(order);
  };
}
