/** The token that somebody signed in with: of this tab, until it is closed. */
import { useSyncExternalStore } from "react";

const KEY = "hubwart.central.token";
const listeners = new Set<() => void>();
let held: string | undefined;

/** Where the browser keeps nothing, it holds until the page is loaded anew. */
function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

export const readToken = (): string | undefined => (held ??= stored());

/** undefined signs out. */
export function keepToken(token: string | undefined): void {
  held = token;
  try {
    if (token === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // Held above.
  }
  for (const listener of listeners) listener();
}

export function useToken(): string | undefined {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readToken);
}
