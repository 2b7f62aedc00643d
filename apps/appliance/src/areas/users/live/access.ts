/** What a user may do with channels, as their role says. */
import { rightsOf } from "@hubwart/contract";
import { nameMatcher } from "@hubwart/core";

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
  return { user: username, read, write, mayRead: matcher(read), mayWrite: matcher(write) };
}

/** No pattern is no channel; the plain matcher takes it for all. */
const matcher = (patterns: readonly string[]): ((name: string) => boolean) =>
  patterns.length === 0 ? () => false : nameMatcher(patterns);
