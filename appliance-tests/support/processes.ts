/** The product's processes on a device. */
import type { Appliance } from "./appliance.ts";

/** Number, parent, account and bundle of a process of ours, of a line of ps(1). */
const OURS = /^\s*(\d+)\s+(\d+) (\S+)\s+\/usr\/lib\/hubwart\/node\/bin\/node .*\/(\w[\w-]*)\.mjs/;

export interface OurProcess {
  /** Of its bundle. */
  name: string;
  /** Inside. */
  pid: string;
  parent: string;
  user: string;
}

/** By name. */
export async function ourProcesses(device: Appliance): Promise<OurProcess[]> {
  const lines = (await device.must("ps", ["-e", "-o", "pid=,ppid=,user=,args="])).split("\n");
  const all = lines
    .flatMap((line) => {
      const [, pid = "", parent = "", user = "", name = ""] = OURS.exec(line) ?? [];
      return name === "" ? [] : [{ name, pid, parent, user }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const nameOf = new Map(all.map(({ name, pid }) => [pid, name]));
  // A child has the name of its parent until it runs its own program.
  return all.filter(({ name, parent }) => nameOf.get(parent) !== name);
}
