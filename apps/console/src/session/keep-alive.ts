/**
 * While signed in: every 30 s `/info` and `/refresh` in turn, at once when the page becomes visible again (a browser
 * slows the timers of hidden pages). Tabs share one token, so a tab skips a refresh that another has just made.
 */
import { LIMITS } from "@hubwart/contract";

export interface KeepAliveParts {
  info: () => Promise<unknown>;
  refresh: () => Promise<unknown>;
  /** ms since the token was issued; undefined without one. */
  tokenAge: () => number | undefined;
}

/** Starts; the returned function ends it. */
export function keepAlive({ info, refresh, tokenAge }: KeepAliveParts): () => void {
  let turn = 0;
  let running = false;

  async function beat(): Promise<void> {
    const age = tokenAge();
    if (running || age === undefined) return;
    running = true;
    try {
      turn += 1;
      await (turn % 2 === 1 || age < LIMITS.keepAlive ? info() : refresh());
    } catch {
      // A session that ended is noticed by the client; an unreachable device is tried again at the next beat.
    } finally {
      running = false;
    }
  }
  const now = (): void => void beat();
  const onVisible = (): void => {
    if (document.visibilityState === "visible") now();
  };

  const timer = setInterval(now, LIMITS.keepAlive);
  document.addEventListener("visibilitychange", onVisible);
  window.addEventListener("online", now);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
    window.removeEventListener("online", now);
  };
}
