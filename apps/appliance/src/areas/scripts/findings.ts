/** Scripts that do not run, for the health banner. */
import type { HubPod } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";

const ROUTE = "/resources/scripts";

const DAMAGED: Finding = {
  code: "scripts-damaged",
  level: 2,
  text: "Die aktiven Skripte sind nicht mehr lesbar. Es läuft keines, bis Sie sie neu aktivieren.",
  route: ROUTE,
};

export function scriptFindings(pod: Pick<HubPod, "ifaces"> | undefined, damaged: boolean): Finding[] {
  return [...(damaged ? [DAMAGED] : []), ...stopped(pod)];
}

function stopped(pod: Pick<HubPod, "ifaces"> | undefined): Finding[] {
  return (pod?.ifaces ?? [])
    .filter(({ error, state }) => !state && error !== undefined)
    .map(({ error = "", iface }) => ({
      code: `script-${iface}`,
      level: 2,
      text: `Das Skript „${iface}“ läuft nicht: ${error}`,
      route: ROUTE,
    }));
}
