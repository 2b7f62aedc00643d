/** The process of the alarms, below a hub. */
import { readFile } from "node:fs/promises";
import { descendants } from "@hubwart/testing";
import type { HubProcess } from "../../apps/hub/src/testing/hub-process.ts";

export const alarmsProcess = (hub: HubProcess): Promise<number> => alarmsBelow(hub.child.pid);

export const alarmsBelow = (pid: number | undefined): Promise<number> => childOf(pid, "alarms.mjs");

/** @param part of its command line */
export async function childOf(parent: number | undefined, part: string): Promise<number> {
  for (const pid of await descendants(parent ?? 0)) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(part)) return pid;
  }
  throw new Error(`there is no process of ${part}`);
}
