/**
 * Following and reading. Who follows sees the last page grow. Whoever scrolls up, turns a page or pauses reads:
 * what he sees is frozen, however much comes, until he returns to the newest line.
 */
import { LIMITS } from "@hubwart/contract";
import type { LogRow } from "./rows.ts";

export interface FollowState {
  /** What is read; undefined while following. */
  frozen: readonly LogRow[] | undefined;
  /** Stopped on purpose: scrolling to the end does not go on. */
  paused: boolean;
  /** From 1; meaningless while following. */
  page: number;
}

export type FollowEvent =
  | { did: "turned"; page: number; rows: readonly LogRow[] }
  | { did: "returned"; begin: number; rows: readonly LogRow[] }
  | { did: "scrolled"; atEnd: boolean; rows: readonly LogRow[] }
  | { did: "paused"; rows: readonly LogRow[] }
  | { did: "newest" };

export const FOLLOWING: FollowState = { frozen: undefined, paused: false, page: 1 };

export const pagesOf = (rows: readonly unknown[]): number =>
  Math.max(1, Math.ceil(rows.length / LIMITS.logPage));

export function pageOf<T>(rows: readonly T[], page: number): readonly T[] {
  return rows.slice((page - 1) * LIMITS.logPage, page * LIMITS.logPage);
}

/** `rows` are those of now; they are frozen if following ends. */
export function followed(state: FollowState, event: FollowEvent): FollowState {
  switch (event.did) {
    case "newest":
      return FOLLOWING;
    case "paused":
      return { ...freeze(state, event.rows), paused: true };
    case "turned": {
      const frozen = freeze(state, event.rows);
      return { ...frozen, page: Math.min(Math.max(1, event.page), pagesOf(frozen.frozen)) };
    }
    case "returned":
      // Lines that came meanwhile moved the pages: those before the remainder stay out, so that this one begins as it did.
      return {
        ...state,
        frozen: event.rows.slice(event.begin % LIMITS.logPage),
        page: Math.floor(event.begin / LIMITS.logPage) + 1,
      };
    case "scrolled":
      if (!event.atEnd) return state.frozen ? state : freeze(state, event.rows);
      return state.frozen && !state.paused && state.page === pagesOf(state.frozen) ? FOLLOWING : state;
  }
}

function freeze(state: FollowState, rows: readonly LogRow[]): FollowState & { frozen: readonly LogRow[] } {
  if (state.frozen) return { ...state, frozen: state.frozen };
  return { ...state, frozen: rows, page: pagesOf(rows) };
}

/** How many lines came since the view was frozen. */
export function waitingOf({ frozen }: FollowState, rows: readonly LogRow[]): number {
  return frozen ? Math.max(0, (rows.at(-1)?.n ?? 0) - (frozen.at(-1)?.n ?? 0)) : 0;
}
