/** What this page knows of the session: a cookie that no script reads, so it is what the central said last. */
import type { AnswerOf } from "@hubwart/contract";
import type { centralSession } from "@hubwart/fleet/calls";
import { queryClient } from "../api/query-client.ts";

export type SessionTold = AnswerOf<typeof centralSession> & {
  /** It was there, and the central refused it. */
  over?: boolean;
};

export const SESSION = ["session"] as const;

/** @param over it ended without anybody saying so here */
export function forgetSession(over = true): void {
  queryClient.setQueryData<SessionTold>(SESSION, (before) => {
    if (!before?.me) return before;
    const { me: _me, ...rest } = before;
    return { ...rest, over };
  });
}
