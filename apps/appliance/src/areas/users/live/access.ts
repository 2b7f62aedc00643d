/** What a user may do with channels, as their role says. */
import { rightsOf } from "@hubwart/contract";
import { keptMatcher } from "@hubwart/core";

export interface Access {
  readonly user: string;
  /** Patterns. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  mayRead(chan: string): boolean;
  mayWrite(chan: string): boolean;
}

export function accessOf({ username, role }: { username: string; role: string }): Access {
  const { read, write } = rightsOf(role) ?? { read: [], write: [] };
  return { user: username, read, write, mayRead: keptMatcher(read), mayWrite: keptMatcher(write) };
}
