/**
 * How the plant is, so that a new release can be held against what was before: the hub's state and which interfaces of
 * which pods are connected.
 */
import type { HubPod, HubStatus } from "@hubwart/ipc";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

export const plantState = z.object({
  /** The hub's state; empty while nobody knows it. */
  hub: z.string(),
  /** `pod` for a pod that runs, `pod/interface` for a connection that stands. */
  up: z.array(z.string()),
});
export type PlantState = z.output<typeof plantState>;

interface SeenHub {
  readonly connected: boolean;
  status(): Pick<HubStatus, "state"> | undefined;
  pods(): readonly Pick<HubPod, "id" | "running" | "crashes" | "ifaces">[];
}

/** By the names of `up`: how often a pod crashed of late, and how often a connection was made. Grows by what nobody saw. */
export function countsNow(hub: Pick<SeenHub, "connected" | "pods">): ReadonlyMap<string, number> {
  const pods = hub.connected ? hub.pods() : [];
  return new Map(
    pods.flatMap(({ crashes, id, ifaces }): [string, number][] => [
      [id, crashes],
      ...ifaces.map(({ count, iface }): [string, number] => [`${id}/${iface}`, count]),
    ]),
  );
}

export function plantNow(hub: SeenHub): PlantState {
  const state = hub.connected ? hub.status()?.state : undefined;
  if (state === undefined) return { hub: "", up: [] };
  const up = hub
    .pods()
    .filter(({ running }) => running)
    .flatMap(({ id, ifaces }) => [
      id,
      ...ifaces.filter((iface) => iface.state).map(({ iface }) => `${id}/${iface}`),
    ]);
  return { hub: state, up };
}

const NAMED = 3;

/** The first ones by their names, of the rest how many. */
export const inOneList = (names: readonly string[]): string =>
  `${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? texts.more(names.length - NAMED) : ""}`;

/** German: what was there before and is not now; undefined once all of it is. */
export function lacking(before: PlantState, now: PlantState): string | undefined {
  if (now.hub === "") return texts.hubSilent;
  if (before.hub === "running" && now.hub !== "running") return texts.hubOff;
  // A hub that was on its way, or had no project, may have got further meanwhile.
  if (before.hub !== "running" && now.hub === "init") return texts.hubNotReady;
  if (before.hub !== "no_license" && now.hub === "no_license") return texts.hubUnlicensed;
  const there = new Set(now.up);
  const away = before.up.filter((name) => !there.has(name));
  if (away.length === 0) return undefined;
  return texts.away(inOneList(away));
}
