import type { DraftDocument, DraftOperation, DraftStep } from "@hubwart/contract";
import { applyStep } from "./apply.ts";
import { DraftFault } from "./fault.ts";

export interface Rebased {
  document: DraftDocument;
  /** What still fits, in its order. */
  steps: DraftStep[];
  /** What fits no longer: its rows, columns or table are gone. */
  lost: DraftStep[];
  /** Steps that write cells which the others wrote as well. */
  clashing: DraftStep[];
}

/** Steps not yet kept, after steps of others came first. `document` has those already. */
export function rebase(
  mine: readonly DraftStep[],
  theirs: readonly { ops: readonly DraftOperation[] }[],
  document: DraftDocument,
): Rebased {
  const written = new Set(theirs.flatMap(({ ops }) => touched(ops)));
  const rebased: Rebased = { document, steps: [], lost: [], clashing: [] };
  for (const step of mine) {
    try {
      rebased.document = applyStep(rebased.document, step.ops).document;
    } catch (error) {
      if (!(error instanceof DraftFault)) throw error;
      rebased.lost.push(step);
      continue;
    }
    rebased.steps.push(step);
    if (overwritten(step.ops).some((cell) => written.has(cell))) rebased.clashing.push(step);
  }
  return rebased;
}

/** Cells and scripts that operations write, as texts to compare. */
export function touched(ops: readonly DraftOperation[]): string[] {
  return ops.flatMap((op) => {
    if (op.op === "set") return op.cells.map(([row, column]) => `${op.table}/${row}/${column}`);
    return op.op === "script" || op.op === "scriptLines" ? [`/${op.name}`] : [];
  });
}

/** Lines of a script take the place of those that they name, whatever else others wrote into it. */
const overwritten = (ops: readonly DraftOperation[]): string[] =>
  touched(ops.filter(({ op }) => op !== "scriptLines"));
