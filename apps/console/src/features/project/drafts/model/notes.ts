/** What people are told when somebody else was faster. */
import type { DraftEntry, DraftOperation, DraftStep } from "@hubwart/contract";
import { touched } from "@hubwart/draft";
import { newId } from "../../../../lib/new-id.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import type { Answered } from "./draft-state.ts";

const texts = draftsTexts.notes;

export interface DraftNote {
  id: string;
  text: string;
}

export function notesOf({
  clashing,
  lost,
  theirs,
}: Pick<Answered, "clashing" | "lost" | "theirs">): DraftNote[] {
  const gone = lost.map((step) => {
    const { kind, by } = whoDeleted(step, theirs);
    return texts.lost(step.label, texts.gone[kind](by));
  });
  const over = clashing.map((step) => {
    const cells = new Set(touched(step.ops));
    const other = theirs.find(({ ops }) => touched(ops).some((cell) => cells.has(cell)));
    return texts.clash(step.label, other?.by ?? "");
  });
  return [...gone, ...over].map((text) => ({ id: newId(), text }));
}

/** Of steps of others that wrote where one's own steps had. */
export function replacedNotes(theirs: readonly DraftEntry[], mine: readonly DraftStep[]): DraftNote[] {
  return theirs.flatMap(({ by, ops }) => {
    const cells = new Set(touched(ops));
    const own = mine.findLast((step) => touched(step.ops).some((cell) => cells.has(cell)));
    return own ? [{ id: newId(), text: texts.replaced(own.label, by) }] : [];
  });
}

/** Of steps that waited in the browser for a device that was away. */
export function againNotes(sent: number, lost: readonly DraftStep[]): DraftNote[] {
  const said = sent > 0 ? [{ id: newId(), text: texts.again(sent) }] : [];
  return [...said, ...notesOf({ lost, theirs: [], clashing: [] })];
}

type Gone = keyof typeof texts.gone;

function whoDeleted(step: DraftStep, theirs: readonly DraftEntry[]): { kind: Gone; by: string } {
  const used = usedBy(step.ops);
  for (const { by, ops } of theirs) {
    for (const op of ops) {
      if (op.op === "delete" && op.rows.some((row) => used.has(row))) return { kind: "row", by };
      if (op.op === "dropColumn" && used.has(op.column)) return { kind: "column", by };
      if (op.op === "dropTable" && used.has(op.table)) return { kind: "table", by };
      if ((op.op === "script" || op.op === "scriptLines") && used.has(`/${op.name}`))
        return { kind: "script", by };
    }
  }
  return { kind: "other", by: "" };
}

/** Ids of tables, rows and columns that a step needs, and scripts as `/` and their name. */
function usedBy(ops: readonly DraftOperation[]): Set<string> {
  const used = new Set<string>();
  for (const op of ops) {
    if ("table" in op && typeof op.table === "string") used.add(op.table);
    if ("after" in op && typeof op.after === "string") used.add(op.after);
    if (op.op === "scriptLines") used.add(`/${op.name}`);
    if (op.op === "set") for (const [row, column] of op.cells) used.add(row).add(column);
    if (op.op === "delete" || op.op === "move") for (const row of op.rows) used.add(row);
    if (op.op === "renameColumn" || op.op === "dropColumn") used.add(op.column);
  }
  return used;
}
