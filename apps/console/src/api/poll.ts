/**
 * When what is on the screen is asked for again:
 *
 *     useQuery({ ...podsQuery, refetchInterval: besideStream(live) });
 */
import { LIMITS } from "@hubwart/contract";
import { isUnanswered } from "../lib/errors.ts";

/** What the event stream tells is not asked for while that is up, unless nobody answered the last time. */
export const besideStream =
  (live: boolean, ms: number = LIMITS.statusPoll) =>
  ({ state }: { state: { status: string } }): number | false =>
    live && state.status !== "error" ? false : ms;

/** Everything else, after it failed for what may be over in a moment: a page that nobody touches, as on a wall, comes back by itself. */
export const afterFailure = ({ state: { error } }: { state: { error: Error | null } }): number | false =>
  isUnanswered(error) ? LIMITS.statusPoll : false;
