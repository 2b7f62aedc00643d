/**
 * Where this browser keeps the debugger's watchlist, as the specification has it, and what it knows of the device's: the same
 * list is on the device, and each takes over what was changed in the other.
 */
import { localStore } from "./local-store.ts";

export const starsKey = (project: string): string => `hubwart.watchlist.${project}`;

/** The device's list as it was when both were last compared. */
export const knownStarsKey = (project: string): string => `hubwart.stars.${project}`;

/** Whether there may be any, without loading what shows them. */
export function hasStars(project: string): boolean {
  const stored = localStore.get(starsKey(project)) ?? "";
  return stored !== "" && !stored.includes('"channels":[]');
}
