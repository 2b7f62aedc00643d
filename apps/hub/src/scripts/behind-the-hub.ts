/**
 * Puts the process of the scripts behind the hub: a lower priority, and never all cores.
 *
 * Both belong to a thread and pass on to those it starts (setpriority(2), sched_setaffinity(2)); V8's own, which compile and
 * collect for the scripts, are there already.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** Scripts may be busy as long as nobody else wants the processor. */
const NICE = 10;

/** @throws where the system does not allow it */
export function goBehindTheHub(): void {
  for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), NICE);
  const cores = allButFirst(
    /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "",
  );
  if (cores === "") return;
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", cores, String(process.pid)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
}

/**
 * The hub always finds a core that no script has.
 * @param list numbers and ranges (cpuset(7)), as "0-3,8"
 * @returns the same without its first; "" where there is one only
 */
export function allButFirst(list: string): string {
  const [first = "", ...others] = list.split(",");
  const [from = 0, to = from] = first.split("-").map(Number);
  return [...(to > from ? [`${from + 1}-${to}`] : []), ...others].join(",");
}
