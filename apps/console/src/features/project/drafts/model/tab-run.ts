/**
 * Enter after a run of Tab goes on below where the run began, as in a spreadsheet: row after row is typed without a way back.
 *
 *     const run = createTabRun();
 *     const next = run(moved(selection, command, size, …), head, command);
 */
import { at, type Command, type Selection, type Spot } from "./selection.ts";

export type TabRun = (next: Selection | undefined, from: Spot, command: Command) => Selection | undefined;

export function createTabRun(): TabRun {
  let last: { began: number; spot: Spot } | undefined;
  return (next, from, command) => {
    if (!next) return undefined;
    const goesOn = last?.spot.row === from.row && last.spot.column === from.column;
    const began = goesOn ? last?.began : undefined;
    last = undefined;
    if (command.do === "tab" && !command.back) last = { began: began ?? from.column, spot: next.head };
    if (command.do !== "enter" || command.back || began === undefined) return next;
    return at({ row: next.head.row, column: began });
  };
}
