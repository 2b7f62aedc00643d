/** What was opened last, by id; kept in this browser. */
import { localStore } from "../../lib/local-store.ts";

const KEY = "hubwart.recent";
const MOST = 6;

/** The last one first. Whatever else stands there is no list of ids. */
export function recentIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStore.get(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((id): id is string => typeof id === "string").slice(0, MOST);
  } catch {
    return [];
  }
}

export function remember(id: string): void {
  const others = recentIds().filter((other) => other !== id);
  localStore.set(KEY, JSON.stringify([id, ...others].slice(0, MOST)));
}
