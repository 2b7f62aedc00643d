/**
 * What covers the whole console while the device is busy with itself. One at a time.
 *
 *     overlay.wait("Passwort wird geändert …");  try { … } finally { overlay.clear(); }
 *     await restartWith("restarting", () => callApi(systemRestart, { query: { action: "restart" } }));
 */
import { useSyncExternalStore } from "react";

/** Loading codes of the specification. */
export const OVERLAY_CODES = { restarting: 101, updating: 102, restoring: 103 } as const;
export type RestartKind = keyof typeof OVERLAY_CODES;

export type Overlay =
  | { kind: "none" }
  | { kind: "wait"; text: string | undefined }
  | { kind: RestartKind; code: number; since: number };

let current: Overlay = { kind: "none" };
const listeners = new Set<() => void>();

function set(next: Overlay): void {
  current = next;
  for (const listener of listeners) listener();
}

export const overlay = {
  get current(): Overlay {
    return current;
  },
  wait(text?: string): void {
    set({ kind: "wait", text });
  },
  restart(kind: RestartKind): void {
    set({ kind, code: OVERLAY_CODES[kind], since: Date.now() });
  },
  clear(): void {
    set({ kind: "none" });
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

export function useOverlay(): Overlay {
  return useSyncExternalStore(overlay.subscribe, () => current);
}
