/**
 * Where this browser keeps the channels with a star: the debugger's watchlist. In the browser, as the specification has
 * the watchlist: what a person keeps an eye on is that person's, and needs no right to change the device.
 */
import { localStore } from "./local-store.ts";

export const starsKey = (project: string): string => `hubwart.watchlist.${project}`;

/** Whether there may be any, without loading what shows them. */
export function hasStars(project: string): boolean {
  const stored = localStore.get(starsKey(project)) ?? "";
  return stored !== "" && !stored.includes('"channels":[]');
}
