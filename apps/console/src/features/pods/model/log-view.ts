/**
 * What the log view holds and whether it follows. New lines move the view only while its end is in sight; who has
 * scrolled up to read keeps every line in place, and is told how many came meanwhile.
 */
import { LIMITS } from "@hubwart/contract";
import type { LogLine } from "../../../lib/log-lines.ts";
import { mergeLines } from "./log-lines.ts";

export interface ShownLine extends LogLine {
  /** Unique within the page; stays with the line. */
  id: number;
}

export interface LogView {
  lines: readonly ShownLine[];
  /** The end is in sight: the view moves with new lines. */
  atEnd: boolean;
  /** Lines that came while it was not. */
  unseen: number;
  /** Lines the appliance had to leave out. */
  missed: number;
  nextId: number;
}

export type LogAction =
  | { kind: "loaded"; lines: readonly LogLine[] }
  | { kind: "received"; lines: readonly LogLine[]; missed: number }
  | { kind: "scrolled"; atEnd: boolean };

export const EMPTY_VIEW: LogView = { lines: [], atEnd: true, unseen: 0, missed: 0, nextId: 1 };

const KEPT = LIMITS.logTail;
/** Nothing is taken away from under a reader's eyes, up to this many lines. */
const KEPT_WHILE_READING = 10 * KEPT;

export function logView(view: LogView, action: LogAction): LogView {
  switch (action.kind) {
    case "loaded":
      return add(view, action.lines);
    case "received":
      return { ...add(view, action.lines), missed: view.missed + action.missed };
    case "scrolled":
      if (action.atEnd === view.atEnd) return view;
      return action.atEnd
        ? { ...view, atEnd: true, unseen: 0, lines: view.lines.slice(-KEPT) }
        : { ...view, atEnd: false };
    default:
      return action satisfies never;
  }
}

function add(view: LogView, incoming: readonly LogLine[]): LogView {
  let { nextId } = view;
  const merged = mergeLines(view.lines, incoming, (line) => ({ ...line, id: nextId++ }));
  const fresh = merged.length - view.lines.length;
  if (fresh === 0) return view;
  const lines = merged.slice(-(view.atEnd ? KEPT : KEPT_WHILE_READING));
  return { ...view, lines, nextId, unseen: view.atEnd ? 0 : view.unseen + fresh };
}

/** Distance from the end, in px, that still counts as the end. */
const NEAR = 24;

export interface ScrollPosition {
  top: number;
  /** Of the event before. */
  lastTop: number;
  /** Between the lower edge of the view and the end. */
  distance: number;
}

/** Only a move upwards leaves the end: growing content below the edge is no wish to read. */
export function isAtEnd(before: boolean, { top, lastTop, distance }: ScrollPosition): boolean {
  if (distance <= NEAR) return true;
  return before && top >= lastTop;
}
