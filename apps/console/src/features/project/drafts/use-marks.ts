/** What is said of the draft, for who shows it: what is drawn again is what says something else, not the page around it. */
import { useSyncExternalStore } from "react";
import type { Mark } from "../../../compiler/protocol.ts";
import type { MarkSource } from "./model/mark-store.ts";
import type { Marks } from "./model/marks.ts";

export const useMarks = (source: MarkSource): Marks | undefined => useMarksOf(source, (marks) => marks);

/** @param of hands out the same where it says the same */
export function useMarksOf<T>(source: MarkSource, of: (marks: Marks | undefined) => T): T {
  return useSyncExternalStore(source.subscribe, () => of(source.marks));
}

const NONE: readonly Mark[] = [];

/** Of a row as a whole, and of its cells. */
export const useMarksOfRow = (source: MarkSource, row: string | undefined): readonly Mark[] =>
  useMarksOf(source, (marks) => (row === undefined ? undefined : marks?.inRow(row)) ?? NONE);
