/**
 * What the plant does, in one sentence: pods that run, connections that are down, and which. What has only just been
 * started is no trouble yet: for a minute it is said to be starting.
 */
import type { Connection, Pod } from "../../../api/pods.ts";
import { statusTexts } from "../../../texts/index.ts";

const texts = statusTexts.plant;
/** As long as the appliance waits before it calls it a finding, ms. */
const YOUNG = 60_000;

export interface Trouble {
  pod: string;
  /** ms since the epoch; 0 if unknown. */
  since: number;
}

export interface Plant {
  sentence: string;
  /** Pods that do not run or lack a connection, the longest first. */
  trouble: readonly Trouble[];
  /** Pods that are being started or are making their connections. */
  young: ReadonlySet<string>;
  state: PlantState;
}
export type PlantState = "fine" | "young" | "trouble";

export interface Moment {
  /** By the device's clock, ms since the epoch. */
  now: number;
  /** Start of the hub, Unix seconds. */
  hubStarted: number;
}

/** `mqtt.iface.sensoren.main` → `mqtt.sensoren`; undefined for what is no connection of a pod. */
export function podOfConnection(chan: string): string | undefined {
  const [type, kind, pod] = chan.split(".");
  return type && kind === "iface" && pod ? `${type}.${pod}` : undefined;
}

export function plantOf(
  pods: readonly Pod[],
  connections: readonly Connection[],
  { now, hubStarted }: Moment,
): Plant {
  const recent = (seconds: number): boolean => seconds > 0 && now - seconds * 1_000 < YOUNG;
  const byId = new Map(pods.map((pod) => [pod.id, pod]));
  const running = pods.filter((pod) => pod.running).length;
  const since = new Map<string, number>();
  const young = new Set<string>();
  for (const { id, running: runs, internal, starts } of pods) {
    if (runs) continue;
    if (internal && starts === 0 && recent(hubStarted)) young.add(id);
    else since.set(id, 0);
  }
  const starting = young.size;
  let down = 0;
  let connecting = 0;
  for (const { chan, conn_state, conn_count, conn_last } of connections) {
    if (conn_state) continue;
    const id = podOfConnection(chan);
    const pod = id === undefined ? undefined : byId.get(id);
    if (pod && (young.has(pod.id) || (conn_count === 0 && recent(pod.started)))) {
      connecting += 1;
      young.add(pod.id);
      continue;
    }
    down += 1;
    if (id !== undefined) since.set(id, Math.min(since.get(id) || conn_last, conn_last));
  }
  const all = connections.length;
  const parts = [texts.pods(running, pods.length)];
  if (starting > 0) parts.push(texts.starting(starting));
  if (all > 0 && (down > 0 || connecting === 0)) parts.push(texts.connections(down, all));
  if (connecting > 0) parts.push(texts.connecting(connecting, down > 0 ? undefined : all));
  return {
    sentence: parts.join(", "),
    trouble: [...since]
      .map(([pod, at]) => ({ pod, since: at }))
      .toSorted((a, b) => a.since - b.since || a.pod.localeCompare(b.pod)),
    young,
    state: since.size + down > 0 ? "trouble" : young.size > 0 ? "young" : "fine",
  };
}

/** Those in trouble first, then as the project has them. */
export function inOrder(pods: readonly Pod[], trouble: readonly Trouble[]): readonly Pod[] {
  const bad = new Set(trouble.map(({ pod }) => pod));
  return [...pods.filter(({ id }) => bad.has(id)), ...pods.filter(({ id }) => !bad.has(id))];
}
