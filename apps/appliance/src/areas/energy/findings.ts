/** What keeps consumption from being stored, for the health banner. */
import type { HubStatus } from "@hubwart/ipc";
import type { Finding } from "../../status.ts";

export function energyFindings({ energy }: Pick<HubStatus, "energy">): Finding[] {
  return energy === undefined ? [] : [{ code: "energy", level: 2, text: energy, route: "/runtime/energy" }];
}
