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

/** A folded line keeps its name while newer entries join it: the oldest entry's number. The address lists those open. */
const nameOf = (folded: readonly AuditEntry[]): string => String(folded.at(-1)?.id);
const listed = (opened: string): string[] => opened.split(",").filter((name) => name !== "");

export const isOpen = (opened: string, folded: readonly AuditEntry[]): boolean =>
  listed(opened).includes(nameOf(folded));

export const withOpen = (opened: string, folded: readonly AuditEntry[], open: boolean): string => {
  const others = listed(opened).filter((name) => name !== nameOf(folded));
  return [...others, ...(open ? [nameOf(folded)] : [])].join(",");
};
