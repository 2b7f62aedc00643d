/**
 * An order to put a kept state back, left by the appliance for the next start of the store's owner: the store is
 * never changed by two processes, and a power cut between order and restart loses nothing.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { isMissing, readFileIfThere, writeFileAtomic } from "@hubwart/core";

const NAME = "restore.json";

export async function orderRestore(folder: string, name: string): Promise<void> {
  await writeFileAtomic(path.join(folder, NAME), JSON.stringify({ name }));
}

export async function cancelRestore(folder: string): Promise<void> {
  await rm(path.join(folder, NAME), { force: true });
}

/** Carries the order out, if there is one. It is removed whatever comes of it: it would fail at each start. */
export async function obeyRestore(folder: string, restore: (name: string) => Promise<void>): Promise<void> {
  const order = await readOrder(folder);
  if (order === undefined) return;
  try {
    await restore(order);
  } finally {
    await cancelRestore(folder);
  }
}

/** What waits to be put back. */
export async function readOrder(folder: string): Promise<string | undefined> {
  try {
    const text = await readFileIfThere(path.join(folder, NAME));
    if (text === undefined) return undefined;
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === "string" ? name : "";
  } catch (error) {
    if (isMissing(error)) return undefined;
    return "";
  }
}
