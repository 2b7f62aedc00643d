/** Who is signed in at the central. Asking is use: a page that is open keeps its session, as at a hub, also in the background. */
import { LIMITS } from "@hubwart/contract";
import { centralSession, centralSignOut } from "@hubwart/fleet/calls";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../api/query-client.ts";
import { ApiError } from "../lib/errors.ts";
import { callCentral } from "./api.ts";
import { forgetSession, SESSION, type SessionTold } from "./session-kept.ts";

export type Me = NonNullable<SessionTold["me"]>;

export function useCentralSession() {
  return useQuery<SessionTold>({
    queryKey: SESSION,
    queryFn: ({ signal }) => askSession(signal),
    refetchInterval: LIMITS.keepAlive,
    refetchIntervalInBackground: true,
  });
}

/** That one was there and is over is said until somebody signs in. Somebody else does not take the page over. */
export async function askSession(signal: AbortSignal): Promise<SessionTold> {
  const told = await callCentral(centralSession, { signal });
  const before = queryClient.getQueryData<SessionTold>(SESSION);
  if (before?.me && told.me && told.me.id !== before.me.id) return { ...before, other: told.me.name };
  const over = !told.me && (before?.over === true || before?.me !== undefined);
  return { ...told, ...(over && { over }) };
}

/** After somebody signed in here, or changed how: the page is theirs. */
export async function renewSession(): Promise<void> {
  await queryClient.cancelQueries({ queryKey: SESSION });
  try {
    queryClient.setQueryData<SessionTold>(SESSION, await callCentral(centralSession));
  } catch {
    await queryClient.refetchQueries({ queryKey: SESSION });
  }
}

/** What one person saw is not there for the next. */
export const forgetSeen = (): void =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });

/** The session may be over already: what counts is what the central says then. @throws ConnectionError where it heard nothing */
export async function signOut(): Promise<void> {
  await callCentral(centralSignOut).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
  forgetSession(false);
  await renewSession();
}
