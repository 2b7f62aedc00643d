/**
 * The moves of a changeover. Nothing of the product runs meanwhile.
 *
 * Invariants: each function may be interrupted after any file operation, any number of times, and goes on from there
 * when it is called again with the same record. What was there before lies at its place or below `old/`, never at
 * neither and never at both, except for what is kept, of which `old/` has a copy.
 */
import path from "node:path";
import type { Changeover } from "@hubwart/core";
import type { Disk } from "./disk.ts";

const folderOf = ({ id }: Changeover) => `changeover/${id}`;
const oldOf = (record: Changeover, name: string) => `${folderOf(record)}/old/${name}`;
const parent = (name: string) => path.posix.dirname(name);

/** Names that are there of those that will be replaced or kept. */
export async function whatIsThere(disk: Disk, { replace, keep }: Changeover): Promise<string[]> {
  const there: string[] = [];
  for (const name of [...replace.map((entry) => entry.path), ...keep])
    if (await disk.has(name)) there.push(name);
  return there;
}

/** Puts the new things in place. @param record with `had` */
export async function swapIn(disk: Disk, record: Changeover): Promise<void> {
  for (const name of record.keep) {
    if (!record.had?.includes(name) || (await disk.has(oldOf(record, name)))) continue;
    const half = `${folderOf(record)}/copying`;
    await disk.remove(half);
    await disk.makeFolder(parent(half));
    await disk.copy(name, half);
    await move(disk, half, oldOf(record, name));
  }
  for (const entry of record.replace) {
    const old = oldOf(record, entry.path);
    // The new thing still waits: whatever is in its place is from before.
    const waiting = entry.with === null ? !(await disk.has(old)) : await disk.has(entry.with);
    if (!waiting) continue;
    if (await disk.has(entry.path)) await move(disk, entry.path, old);
    if (entry.with !== null) await move(disk, entry.with, entry.path);
  }
}

/** Puts back what was there before, whatever became of the new things. Without `had` nothing was moved yet. */
export async function putBack(disk: Disk, record: Changeover): Promise<void> {
  if (record.had === undefined) return;
  for (const name of [...record.replace.map((entry) => entry.path), ...record.keep]) {
    const old = oldOf(record, name);
    if (record.had.includes(name)) {
      if (!(await disk.has(old))) continue;
      await disk.remove(name);
      await move(disk, old, name);
    } else if (await disk.has(name)) {
      await disk.remove(name);
      await disk.sync(parent(name));
    }
  }
}

/** Removes what is not needed any more; of one that was put back its log stays. */
export async function tidy(disk: Disk, record: Changeover): Promise<void> {
  for (const part of ["new", "old", "copying"]) await disk.remove(`${folderOf(record)}/${part}`);
  if (record.state === "done") await disk.remove(folderOf(record));
}

async function move(disk: Disk, from: string, to: string): Promise<void> {
  await disk.makeFolder(parent(to));
  await disk.rename(from, to);
  await disk.sync(parent(to));
  if (parent(from) !== parent(to)) await disk.sync(parent(from));
}
