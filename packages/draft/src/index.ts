/**
 * A draft of the project and what can be done to it, the same on the device and in the browser. Nothing is changed in place: what an
 * operation leaves alone stays the same object.
 *
 *     const { document, inverse } = applyStep(before, step.ops);
 *     const back = applyStep(document, inverse).document;      // equals before
 *     const { steps, lost } = rebase(mine, theirs, document);  // after a step of somebody else came first
 */
export { type Applied, applyStep } from "./apply.ts";
export { DraftFault } from "./fault.ts";
export { isSecret, type KeyOf, nameKey } from "./merge/grid.ts";
export { type Merged, type MergeInput, mergeDraft } from "./merge/merge.ts";
export { documentOf } from "./of-sheets.ts";
export { ofOneCell } from "./one-cell.ts";
export { type Rebased, rebase, touched } from "./rebase.ts";
export { inGroups, isOfRows } from "./row-order.ts";
export { scriptLinesOp } from "./script-lines.ts";
export { type Placed, PlainTables, placeOfCell, tablesOfDraft } from "./to-tables.ts";
export { historyOf, type UndoState } from "./undo.ts";
