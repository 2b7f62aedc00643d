/** What the grid tells people in passing. */
import type { DraftCell } from "@hubwart/contract";
import { notice } from "../../../../lib/notice.tsx";
import { draftsTexts } from "../../../../texts/index.ts";
import { cellText } from "../model/cells.ts";
import type { Headed } from "../model/paste-headings.ts";

const texts = draftsTexts;
/** ms */
const READ_IN = 10_000;

export function sayHeaded({ left, rows }: Headed, named: boolean): void {
  const { left: notTaken, named: withNames, placed } = texts.headed;
  const detail = [...(named ? [withNames] : []), ...(left.length > 0 ? [notTaken(left)] : [])].join(" ");
  notice.info(placed(rows), detail === "" ? {} : { detail, duration: READ_IN });
}

export function sayRowGone(): void {
  notice.info(texts.grid.rowGoneWhileTyping, { duration: READ_IN });
}

/** Others wrote the cell while it was typed into. */
export function sayOthersWrote(place: string, theirs: DraftCell, isKept: boolean): void {
  const said = isKept
    ? texts.grid.keptTheirs(place)
    : texts.grid.replacedWhileTyping(place, cellText(theirs));
  notice.info(said, { duration: READ_IN });
}
