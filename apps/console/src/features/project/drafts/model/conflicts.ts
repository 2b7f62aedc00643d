/** What a merge asks, as people decide it. Pure. */

import { draftsTexts } from "../../../../texts/index.ts";
import type { DraftComparison, DraftConflict } from "../../api/drafts.ts";
import { cellText } from "./cells.ts";

const texts = draftsTexts.merging;

export type Side = "mine" | "theirs";
export const SIDES: readonly Side[] = ["mine", "theirs"];

export interface Decisions {
  readonly of: Readonly<Record<string, Side>>;
  /** For conflicts beyond those that are shown. */
  readonly rest: Side | undefined;
}
export const UNDECIDED: Decisions = { of: {}, rest: undefined };

export const decide = ({ of, rest }: Decisions, id: string, side: Side): Decisions => ({
  of: { ...of, [id]: side },
  rest,
});

export const decideAll = ({ conflicts, more }: DraftComparison, side: Side): Decisions => ({
  of: Object.fromEntries(conflicts.map(({ id }) => [id, side])),
  rest: more > 0 ? side : undefined,
});

export function progress({ conflicts, more }: DraftComparison, { of, rest }: Decisions) {
  const decided = conflicts.filter(({ id }) => Object.hasOwn(of, id)).length + (rest ? more : 0);
  return { decided, all: conflicts.length + more };
}

type Shown = "before" | Side;

/** What a side has, line by line. */
export function linesOf({ cells, kind }: DraftConflict, side: Shown): string[] {
  switch (kind) {
    case "tableGoneHere":
    case "tableGoneThere":
      return [isGone(kind, side) ? texts.noTable : texts.wholeTable];
    case "rowGoneHere":
    case "rowGoneThere":
      return isGone(kind, side) ? [texts.noRow] : cells.map((cell) => `${cell.column}: ${said(cell[side])}`);
    case "rowTwice":
      return side === "before" ? [texts.noRow] : cells.map((cell) => `${cell.column}: ${said(cell[side])}`);
    case "script":
      return cells
        .map((cell) => cell[side] ?? null)
        .map((text) => (text === null ? texts.noScript : said(text)));
    case "cell":
    case "above":
      return cells.map((cell) => said(cell[side]));
  }
}

const isGone = (kind: DraftConflict["kind"], side: Shown): boolean =>
  (kind.endsWith("Here") && side === "mine") || (kind.endsWith("There") && side === "theirs");

const said = (cell: DraftConflict["cells"][number]["mine"]): string => cellText(cell) || texts.empty;
