/**
 * The session's token, shared by all tabs through local storage.
 *
 * - Every call reads the token anew, so a tab follows a refresh or a sign-in made in another one at once.
 * - `used` is when the appliance last accepted the token. Five minutes later the token counts as absent,
 *   here as on the appliance.
 * - A logout leaves a mark instead of nothing: the other tabs then close the page; a session that merely ran
 *   out only covers it, and what was typed stays.
 */
import { LIMITS } from "@hubwart/contract";
import { localStore } from "../lib/local-store.ts";

export type EndReason = "idle" | "rejected" | "logout";
export type TokenChange = { present: true } | { present: false; reason: EndReason };

interface Stored {
  token: string;
  /** ms since the epoch. */
  used: number;
  /** When the token was issued, ms since the epoch. */
  renewed: number;
}

const KEY = "hubwart.session";
const LOGGED_OUT = "logout";
/** Writes of `used` are this far apart: each one wakes every other tab. */
const TOUCH_EVERY = 1_000;

const listeners = new Set<(change: TokenChange) => void>();
/** Replacements under way, and whether the old token was refused meanwhile. */
let replacing = 0;
let refused = false;

function parse(text: string | null): Stored | undefined {
  if (text === null || text === LOGGED_OUT) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Stored> | null;
    if (typeof value?.token !== "string" || value.token === "") return undefined;
    if (typeof value.used !== "number" || typeof value.renewed !== "number") return undefined;
    return { token: value.token, used: value.used, renewed: value.renewed };
  } catch {
    return undefined;
  }
}

/** Of a page that has a token of its own, whatever is stored. */
let own: string | undefined;

function emit(change: TokenChange): void {
  for (const listener of listeners) listener(change);
}

function stored(now: number): Stored | undefined {
  const entry = parse(localStore.get(KEY));
  return entry && now - entry.used < LIMITS.tokenIdle ? entry : undefined;
}

export const tokenStore = {
  /** The token, unless there is none or its last use is five minutes old. */
  read(now = Date.now()): string | undefined {
    return own ?? stored(now)?.token;
  },

  /** From now on this page asks with this one; what other pages stored is neither read nor changed. */
  takeOwn(token: string): void {
    own = token;
  },

  /** ms until the token counts as absent; 0 without one. */
  remaining(now = Date.now()): number {
    const entry = stored(now);
    return entry ? entry.used + LIMITS.tokenIdle - now : 0;
  },

  /** ms since the token was issued; undefined without one. */
  age(now = Date.now()): number | undefined {
    const entry = stored(now);
    return entry && now - entry.renewed;
  },

  store(token: string, now = Date.now()): void {
    localStore.set(KEY, JSON.stringify({ token, used: now, renewed: now } satisfies Stored));
    emit({ present: true });
  },

  /** The appliance accepted `token` just now. Nothing happens if another tab has replaced it meanwhile. */
  touch(token: string, now = Date.now()): void {
    const entry = parse(localStore.get(KEY));
    if (entry?.token !== token || now - entry.used < TOUCH_EVERY) return;
    localStore.set(KEY, JSON.stringify({ ...entry, used: now }));
  },

  /**
   * Stores the token that `work` gets in exchange for the present one. The appliance refuses the old one before the new
   * one is here; until then a refusal ends nothing.
   */
  async replace(work: () => Promise<string>): Promise<void> {
    replacing += 1;
    try {
      tokenStore.store(await work());
      refused = false;
    } finally {
      replacing -= 1;
      if (replacing === 0 && refused) {
        refused = false;
        tokenStore.clear("rejected");
      }
    }
  },

  /** `token` is no longer the present one, or will not be in a moment. */
  isReplaced(token: string | undefined): boolean {
    return replacing > 0 || tokenStore.read() !== token;
  },

  clear(reason: EndReason): void {
    if (own !== undefined) {
      emit({ present: false, reason });
      return;
    }
    if (reason === "rejected" && replacing > 0) {
      refused = true;
      return;
    }
    if (reason === "logout") localStore.set(KEY, LOGGED_OUT);
    else localStore.remove(KEY);
    emit({ present: false, reason });
  },

  /** Hears of changes made here and in other tabs. Returns the function that ends it. */
  subscribe(listener: (change: TokenChange) => void): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key !== KEY && event.key !== null) return;
      const before = parse(event.oldValue);
      const after = parse(event.newValue);
      if (after) {
        if (before?.token !== after.token) listener({ present: true });
      } else listener({ present: false, reason: event.newValue === LOGGED_OUT ? "logout" : "rejected" });
    };
    listeners.add(listener);
    window.addEventListener("storage", onStorage);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", onStorage);
    };
  },
};
