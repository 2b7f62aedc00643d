/** The project counts as running only with an id, in state running and with a process. */
import type { Status } from "./info.ts";

export function projectRuns(
  project: Pick<Status["project"], "id">,
  hub: Pick<Status["system"]["hub"], "state" | "pid">,
): boolean {
  return project.id !== "" && hub.state === "running" && hub.pid > 0;
}
