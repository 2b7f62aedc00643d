/** Signing in and out, again and again, is one line among changes; nothing that failed is folded. */
import type { AuditEntry } from "../api/audit.ts";

export interface EntryGroup {
  /** The newest. */
  entry: AuditEntry;
  /** With those that follow it; empty for one that stands alone. */
  folded: readonly AuditEntry[];
}

const SIGNING = new Set(["login", "logout"]);
/** Fewer stay as they are. */
const LEAST = 2;

const isSigning = ({ call, result }: AuditEntry): boolean => SIGNING.has(call) && result === 0;

export function groupsOf(entries: readonly AuditEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  let run: AuditEntry[] = [];
  const close = (): void => {
    const [entry] = run;
    if (entry && run.length >= LEAST) groups.push({ entry, folded: run });
    else groups.push(...run.map((each) => ({ entry: each, folded: [] })));
    run = [];
  };
  for (const entry of entries) {
    if (isSigning(entry)) run.push(entry);
    else {
      close();
      groups.push({ entry, folded: [] });
    }
  }
  close();
  return groups;
}
