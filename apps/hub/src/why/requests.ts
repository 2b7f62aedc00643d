/** Answers to those who ask why. */
import type { HubRequests, HubStatus, Why } from "@hubwart/ipc";
import type { Plant } from "../plant.ts";
import type { Scripts } from "../scripts/scripts.ts";
import { explain, explainAll, explainOff } from "./why.ts";
import { worldOf } from "./world.ts";

interface AskedHub {
  readonly plant: Plant;
  readonly scripts: Pick<Scripts, "look">;
  status(): HubStatus;
}

export async function whyOf(hub: AskedHub, chan: string): Promise<Why> {
  const { error, state } = hub.status();
  if (state === "no_license") return explainOff(chan, "no_license", error);
  if (state !== "running") return explainOff(chan, "no_project", error);
  const { plant } = hub;
  const channel = plant.table.number(chan);
  if (channel === undefined) return explainOff(chan, "no_channel");
  const look = await hub.scripts.look(channel);
  // Another project may run by now.
  return explain(worldOf(plant, plant.now(), look), chan) ?? explainOff(chan, "no_channel");
}

export async function allCauses(hub: AskedHub, limit: number): Promise<HubRequests["whyAll"][1]> {
  const look = await hub.scripts.look(0);
  return await explainAll(worldOf(hub.plant, hub.plant.now(), look), limit);
}
