/** Scripts that do not run, for the health banner. */
import type { HubPod } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";

const ROUTE = "/resources/scripts";

export function scriptFindings(pod: Pick<HubPod, "ifaces"> | undefined): Finding[] {
  return (pod?.ifaces ?? [])
    .filter(({ error, state }) => !state && error !== undefined)
    .map(({ error = "", iface }) => ({
      code: `script-${iface}`,
      level: 2,
      text: `Das Skript „${iface}“ läuft nicht: ${error}`,
      route: ROUTE,
    }));
}
