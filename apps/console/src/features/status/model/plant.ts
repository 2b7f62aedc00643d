/** What the plant does, in one sentence: pods that run, connections that are down, and which. */
import type { Connection, Pod } from "../../../api/pods.ts";
import { statusTexts } from "../../../texts/index.ts";

const texts = statusTexts.plant;

export interface Trouble {
  pod: string;
  /** ms since the epoch; 0 if unknown. */
  since: number;
}

export interface Plant {
  sentence: string;
  /** Pods that do not run or lack a connection, the longest first. */
  trouble: readonly Trouble[];
}

/** `mqtt.iface.sensoren.main` → `mqtt.sensoren`; undefined for what is no connection of a pod. */
export function podOfConnection(chan: string): string | undefined {
  const [type, kind, pod] = chan.split(".");
  return type && kind === "iface" && pod ? `${type}.${pod}` : undefined;
}

export function plantOf(pods: readonly Pod[], connections: readonly Connection[]): Plant {
  const running = pods.filter((pod) => pod.running).length;
  const down = connections.filter(({ conn_state }) => !conn_state);
  const since = new Map<string, number>();
  for (const { id, running: runs } of pods) if (!runs) since.set(id, 0);
  for (const { chan, conn_last } of down) {
    const pod = podOfConnection(chan);
    if (pod !== undefined) since.set(pod, Math.min(since.get(pod) || conn_last, conn_last));
  }
  const parts = [texts.pods(running, pods.length)];
  if (connections.length > 0) parts.push(texts.connections(down.length, connections.length));
  return {
    sentence: parts.join(", "),
    trouble: [...since]
      .map(([pod, at]) => ({ pod, since: at }))
      .toSorted((a, b) => a.since - b.since || a.pod.localeCompare(b.pod)),
  };
}

/** Those in trouble first, then as the project has them. */
export function inOrder(pods: readonly Pod[], trouble: readonly Trouble[]): readonly Pod[] {
  const bad = new Set(trouble.map(({ pod }) => pod));
  return [...pods.filter(({ id }) => bad.has(id)), ...pods.filter(({ id }) => !bad.has(id))];
}
