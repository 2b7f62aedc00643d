/**
 * The record of accepted changes, a line each with its time, in a bounded size. Whoever may ask for changes may not push others
 * out of it: when the file is full, the same changes become one line with their count, and each kind of change has its share.
 *
 *     await append("/var/lib/hubwart-hostd/changes.log", `${time} ${line}`);   // on the disk once this returns
 */
import { open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder, readFileIfThere, syncFolder, writeFileAtomic } from "@hubwart/core";

/** Beyond so many bytes the file is summed up in the one before, which is no longer than that either. */
export const LONGEST_RECORD = 2 * 1024 * 1024;

/** One kind of change has one verb; the rest of the line are its fields. */
const ENTRY = /^(\S+) (\{"audit":"([^"]*)".*\})(?: \((\d+) times since (\S+)\))?$/s;

/** @param entry its time and what was changed, in one line without its end */
export async function append(file: string, entry: string): Promise<void> {
  // systemd makes the folder; a change is recorded also where somebody took it away.
  await ensureFolder(path.dirname(file));
  const handle = await open(file, "a", 0o600);
  let size: number;
  try {
    await handle.writeFile(`${entry}\n`);
    await handle.sync();
    ({ size } = await handle.stat());
  } finally {
    await handle.close();
  }
  if (size > LONGEST_RECORD) await sumUp(file);
}

/** Cut off anywhere, it loses nothing: at worst changes are counted twice. */
async function sumUp(file: string): Promise<void> {
  const before = `${file}.before`;
  const all = (await readFileIfThere(before)) ?? "";
  await writeFileAtomic(before, summedUp(all + (await readFile(file, "utf8"))), { mode: 0o600 });
  await rm(file);
  await syncFolder(path.dirname(file));
}

interface Entry {
  verb: string;
  change: string;
  first: string;
  last: string;
  count: number;
}

/** Each change once, with the time of its last request; where that is still too long, the newest of each kind. */
function summedUp(text: string): string {
  const entries = new Map<string, Entry>();
  for (const line of text.split("\n")) {
    const [, time = "", change = line, verb = "", count = "1", since = time] = ENTRY.exec(line) ?? [];
    if (change === "") continue;
    const known = entries.get(change);
    // What was asked for last stands last.
    entries.delete(change);
    const first = known?.first ?? since;
    entries.set(change, { verb, change, first, last: time, count: (known?.count ?? 0) + Number(count) });
  }
  return withinShares([...entries.values()])
    .map((line) => `${line}\n`)
    .join("");
}

function withinShares(entries: readonly Entry[]): string[] {
  const share = LONGEST_RECORD / new Set(entries.map(({ verb }) => verb)).size;
  const used = new Map<string, number>();
  const kept: string[] = [];
  for (const entry of entries.toReversed()) {
    const line = lineOf(entry);
    const sum = (used.get(entry.verb) ?? 0) + Buffer.byteLength(line) + 1;
    used.set(entry.verb, sum);
    if (sum <= share) kept.push(line);
  }
  return kept.reverse();
}

function lineOf({ change, count, first, last }: Entry): string {
  const line = last === "" ? change : `${last} ${change}`;
  return count > 1 ? `${line} (${count} times since ${first})` : line;
}
