/** Which tab the address names. */
import { USER_KINDS, type UserKind } from "@hubwart/contract";

export interface UsersSearch {
  /** Absent: assets. */
  tab?: Exclude<UserKind, "assets">;
}

export function parseUsersSearch(raw: Record<string, unknown>): UsersSearch {
  const tab = USER_KINDS.find((known) => known === raw["tab"]);
  return tab === undefined || tab === "assets" ? {} : { tab };
}
