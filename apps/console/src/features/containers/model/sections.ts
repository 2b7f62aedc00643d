/** Rows of the overview in their three sections, the sums of a closed one, and which are open. */
import { localStore } from "../../../lib/local-store.ts";
import type { ContainerRow } from "../api/containers.ts";

export const SECTIONS = ["system", "pods", "container"] as const;
export type Section = (typeof SECTIONS)[number];

/** What the overview shows of a container or a pod. */
export interface Row {
  id: string;
  name: string;
  kind: "main" | "container" | "pod" | "foreign";
  running: boolean;
  /** ms since the epoch; 0 for one that does not run. */
  started: number;
  /** MiB. */
  memory: number;
  /** Percent. */
  cpu: number;
}

export const MAIN = "s4q_main";
const PREFIX = 4;
const BYTES_PER_MIB = 1024 * 1024;

export function containerRow({ name, running, started, memory, cpu, foreign }: ContainerRow): Row {
  return {
    id: name,
    name: foreign ? name : name.slice(PREFIX),
    kind: name === MAIN ? "main" : foreign ? "foreign" : "container",
    running,
    started: running && started !== null ? Date.parse(started) : 0,
    memory,
    cpu,
  };
}

export function podRow(pod: {
  id: string;
  running: boolean;
  started: number;
  stat: { memory: number; cpu: number };
}): Row {
  const { id, running, started, stat } = pod;
  return {
    id,
    name: id,
    kind: "pod",
    running,
    started: running ? started * 1_000 : 0,
    memory: stat.memory / BYTES_PER_MIB,
    cpu: stat.cpu,
  };
}

export function totals(rows: readonly Row[]): { running: number; memory: number; cpu: number } {
  const running = rows.filter((row) => row.running);
  return {
    running: running.length,
    memory: running.reduce((sum, { memory }) => sum + memory, 0),
    cpu: running.reduce((sum, { cpu }) => sum + cpu, 0),
  };
}

const KEY = "hubwart.container.sections";
const DEFAULTS: Readonly<Record<Section | "hideInactive", boolean>> = {
  system: true,
  pods: false,
  container: true,
  hideInactive: true,
};
export type View = typeof DEFAULTS;

export function readView(): View {
  try {
    const stored = JSON.parse(localStore.get(KEY) ?? "{}") as Record<string, unknown>;
    const entries = Object.entries(DEFAULTS).map(([name, fallback]) => {
      const value = stored[name];
      return [name, typeof value === "boolean" ? value : fallback];
    });
    return Object.fromEntries(entries) as View;
  } catch {
    return DEFAULTS;
  }
}

export function storeView(view: View): void {
  localStore.set(KEY, JSON.stringify(view));
}
