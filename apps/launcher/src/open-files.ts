import { readFileIfThere } from "@hubwart/core";

/** With fewer, modules of the appliance cannot be loaded, and what Node says of that is no sentence. */
const LEAST = 128;

/** @param file of the kernel (proc(5))  @throws EMFILE where the processes may open too few files to start */
export async function checkOpenFiles(file = "/proc/self/limits"): Promise<void> {
  const soft = /^Max open files\s+(\d+)\s/m.exec((await readFileIfThere(file)) ?? "")?.[1];
  if (soft !== undefined && Number(soft) < LEAST)
    throw Object.assign(new Error(`at most ${soft} open files`), { code: "EMFILE" });
}
