/**
 * Which of the console's faces is shown. States and transitions: docs/states/session.md.
 *
 *     starting → unreachable | setup | login | active
 *     active   → expired (session ran out; the page stays and is covered) → active
 *     active   → login   (logout, here or in another tab)
 *
 * A session ends by idleness only when nobody reached the appliance for five minutes (a sleeping computer, a cut
 * cable): while a page is open, the keep-alive uses the session. In its last minute `endsAt` is set,
 * and the shell announces the end.
 */
import { useSyncExternalStore } from "react";
import { type TokenChange, tokenStore } from "./token-store.ts";

export type Phase = "starting" | "unreachable" | "setup" | "login" | "active" | "expired";

export interface SessionState {
  phase: Phase;
  /** ms since the epoch; set in the last minute before the session ends. */
  endsAt: number | undefined;
}

interface PublicInfo {
  session: boolean;
  system: { setup: boolean };
}

const ANNOUNCE = 60_000;
const TICK = 1_000;

export function createSession() {
  let state: SessionState = { phase: "starting", endsAt: undefined };
  const listeners = new Set<() => void>();

  function set(next: SessionState): void {
    if (next.phase === state.phase && next.endsAt === state.endsAt) return;
    state = next;
    for (const listener of listeners) listener();
  }
  function leave(): void {
    if (state.phase === "active") set({ phase: "expired", endsAt: undefined });
    else if (state.phase !== "expired" && state.phase !== "setup") set({ phase: "login", endsAt: undefined });
  }
  function onToken(change: TokenChange): void {
    if (change.present) set({ phase: "active", endsAt: undefined });
    else if (change.reason === "logout") set({ phase: "login", endsAt: undefined });
    else if (state.phase !== "starting" && state.phase !== "unreachable") leave();
  }
  function tick(): void {
    if (state.phase !== "active") return;
    const remaining = tokenStore.remaining();
    if (remaining <= 0) tokenStore.clear("idle");
    else if (remaining > ANNOUNCE) set({ phase: "active", endsAt: undefined });
    else {
      // Rounded, so that the state changes only when the session is used again.
      set({ phase: "active", endsAt: Math.round((Date.now() + remaining) / TICK) * TICK });
    }
  }

  return {
    get state(): SessionState {
      return state;
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** An answer of `/info`, whoever asked. */
    noteInfo(info: PublicInfo): void {
      if (info.session) {
        if (tokenStore.read() !== undefined) set({ phase: "active", endsAt: undefined });
        return;
      }
      if (tokenStore.read() !== undefined) tokenStore.clear("rejected");
      if (!info.system.setup) set({ phase: "setup", endsAt: undefined });
      else if (state.phase === "setup") set({ phase: "login", endsAt: undefined });
      else leave();
    },
    /** `/info` cannot be had. Matters only as long as nothing is known. */
    noteUnreachable(): void {
      if (state.phase === "starting") set({ phase: "unreachable", endsAt: undefined });
    },
    /** Follows the token until the returned function is called. */
    start(): () => void {
      const end = tokenStore.subscribe(onToken);
      const timer = setInterval(tick, TICK);
      return () => {
        end();
        clearInterval(timer);
      };
    },
  };
}
export const session = createSession();

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, () => session.state);
}
