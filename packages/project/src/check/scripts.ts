/** Scripts: their names, their number, and whether they compile. Lua is loaded only where there are some. */
import { SCRIPT_LIMITS, SCRIPT_NAME, type ScriptProblem } from "@hubwart/lua";
import type { Report } from "../report.ts";

/** The first error that Lua finds. */
export type CheckSource = (name: string, source: string) => Promise<ScriptProblem | undefined>;

export async function checkScripts(
  scripts: ReadonlyMap<string, string>,
  report: Report,
  loadLua: () => Promise<CheckSource>,
): Promise<void> {
  if (scripts.size === 0) return;
  if (scripts.size > SCRIPT_LIMITS.scripts) {
    const [name = ""] = [...scripts.keys()].slice(SCRIPT_LIMITS.scripts);
    report.add("tooManyScripts", { file: name }, { count: scripts.size, limit: SCRIPT_LIMITS.scripts });
    return;
  }
  const checkSource = await loadLua();
  for (const [name, source] of scripts) {
    if (!SCRIPT_NAME.test(name)) report.add("badScriptName", { file: name }, {});
    const problem = await checkSource(name, source);
    if (problem)
      report.add("badScript", { file: name, ...(problem.line > 0 ? { line: problem.line } : {}) }, problem);
  }
}
