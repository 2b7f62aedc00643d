/** What this page knows of the session: a cookie that no script reads, so it is what the central said last. */
import type { AnswerOf } from "@hubwart/contract";
import type { centralSession } from "@hubwart/fleet/calls";
import { queryClient } from "../api/query-client.ts";

export type SessionTold = AnswerOf<typeof centralSession> & {
  /** It was there, and the central refused it. */
  over?: boolean;
  /** Somebody else signed in since, in the same browser: the page is still that of `me`, and does no more. */
  other?: string;
};

export const SESSION = ["session"] as const;

/** Whose this page is: id of who was signed in when it was opened, or signed in on it. */
export const openedBy = (): string | undefined => queryClient.getQueryData<SessionTold>(SESSION)?.me?.id;

/** @param name of who is signed in now */
export function noteOther(name: string): void {
  queryClient.setQueryData<SessionTold>(SESSION, (before) =>
    before?.me ? { ...before, other: name } : before,
  );
}

/** @param over it ended without anybody saying so here */
export function forgetSession(over = true): void {
  queryClient.setQueryData<SessionTold>(SESSION, (before) => {
    if (!before?.me) return before;
    const { me: _me, other: _other, ...rest } = before;
    return { ...rest, over };
  });
}
