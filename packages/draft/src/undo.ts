import type { DraftEntry } from "@hubwart/contract";

export interface UndoState {
  /** The step that "Rückgängig" takes back. */
  undo: DraftEntry | undefined;
  /** The taken-back step that "Wiederholen" does again: the entry that took it back. */
  redo: DraftEntry | undefined;
}

/**
 * By the log alone, so that it holds over a reload and for whoever goes on. Taking back is a step that `undoes` another; doing
 * again is one that undoes the taking back. A new step ends what could be done again.
 */
export function historyOf(entries: readonly DraftEntry[]): UndoState {
  const done: DraftEntry[] = [];
  let taken: DraftEntry[] = [];
  for (const entry of entries) {
    if (entry.undoes === undefined) {
      done.push(entry);
      taken = [];
    } else if (done.at(-1)?.seq === entry.undoes) {
      done.pop();
      taken.push(entry);
    } else if (taken.at(-1)?.seq === entry.undoes) {
      taken.pop();
      done.push(entry);
    }
  }
  return { undo: done.at(-1), redo: taken.at(-1) };
}
