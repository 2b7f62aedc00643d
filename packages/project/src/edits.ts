/**
 * Values that administrators gave constants of a project. The uploaded project stays as it is: a compiled constant with
 * such a value keeps the project's own in `given`, so that every compiled project tells both.
 *
 *     const { compiled, errors } = recompile(current, new Map([["const.main.limit", 22]]));
 *     compileProject(input, { schemas, edits: editsOf(current) });      // the next upload takes them over
 */
import { constantFault } from "@hubwart/contract";
import { canonicalText, hashProject } from "./canonical.ts";
import type { CompileResult } from "./compile-result.ts";
import type { CompiledConstant, CompiledProject } from "./compiled.ts";
import { Report } from "./report.ts";
import { CONSTANT_TYPE } from "./tables.ts";

/** By full name (`const.group.name`). */
export type Edits = ReadonlyMap<string, unknown>;

/** What stands in a compiled project. */
export function editsOf(compiled: CompiledProject): Edits {
  return new Map(
    compiled.constants
      .filter((constant) => Object.hasOwn(constant, "given"))
      .map(({ chan, value }) => [chan, value]),
  );
}

/** A compiled project with exactly these values instead of those that stand in it; one that does not fit is an error. */
export function recompile(compiled: CompiledProject, edits: Edits): CompileResult {
  const report = new Report();
  const edited = withEdits(compiled, edits, report, "editMisfit");
  const errors = report.entries();
  if (report.errors > 0) return { hash: "", errors, files: [] };
  return { compiled: edited, hash: hashProject(edited), errors, files: [] };
}

export function withEdits(
  compiled: CompiledProject,
  edits: Edits,
  report: Report,
  misfit: "editDropped" | "editMisfit",
): CompiledProject {
  const constants = compiled.constants.map((constant) => {
    const own = asGiven(constant);
    if (!edits.has(own.chan)) return own;
    const value = edits.get(own.chan);
    const fault = constantFault(own, value);
    if (fault !== undefined) {
      const where = { file: fileOf(own.chan), channel: own.chan, attribute: "value" };
      report.add(misfit, where, { fault });
      return own;
    }
    return sameValue(value, own.value) ? own : { ...own, value, given: own.value };
  });
  return { ...compiled, constants };
}

/** As the project has it. */
export function asGiven(constant: CompiledConstant): CompiledConstant {
  if (!Object.hasOwn(constant, "given")) return constant;
  const { given, ...rest } = constant;
  return { ...rest, value: given };
}

export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  // Texts and numbers are many; only what has parts is worth writing down.
  const parts = typeof a === "object" && typeof b === "object";
  return parts && canonicalText(a) === canonicalText(b);
}

/** Group and file name of a constant: `const.main.limit` stands in `main.json`. */
export function groupOf(chan: string): string {
  const [type, group = ""] = chan.split(".");
  return type === CONSTANT_TYPE ? group : "";
}

const fileOf = (chan: string) => `${groupOf(chan)}.json`;
