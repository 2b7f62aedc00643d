/**
 * The areas of a plant and what belongs to each: said by the project, or derived where it does not say so. The one place that knows
 * this; Status, filters, alarms, search and the live API ask here.
 */
import type { CompiledChannel, CompiledPod, CompiledProject } from "../compiled.ts";
import { texts } from "../texts.ts";
import { AREA_PART, areaFault } from "./path.ts";

export interface PlantAreas {
  /** False: the project names none, and its pods stand in for them. */
  readonly named: boolean;
  /** Path of the area of each channel: by the place of its pod, then its own. */
  readonly paths: readonly (readonly string[])[];
}

/** What stands before it in a label names a place: `Büro 2: Temperatur`. */
const SEPARATOR = /: | [–—] /;
/** Less would make an area of every label with a colon. */
const LEAST_ALIKE = 2;

export function areasOf({ pods }: Pick<CompiledProject, "pods">): PlantAreas {
  const prefixes = sharedPrefixes(pods);
  const known = new Map<string, string>();
  // Equal texts as one: a path belongs to many channels.
  const one = (path: string): string => {
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, path);
    return path;
  };
  const found = pods.map((pod) => pod.channels.map((channel) => placeOf(channel, pod, prefixes)));
  const named = found.some((paths) => paths.some((path) => path !== undefined));
  if (!named) {
    const labels = podLabels(pods);
    return { named, paths: pods.map(({ channels }, at) => channels.map(() => labels[at] ?? "")) };
  }
  return { named, paths: found.map((paths) => paths.map((path) => one(path ?? texts.noArea))) };
}

function placeOf(
  { area, label, tags }: CompiledChannel,
  pod: CompiledPod,
  prefixes: ReadonlySet<string>,
): string | undefined {
  const said = area ?? pod.area;
  if (said !== undefined) return said;
  const tag = tags?.find((one) => one.includes("/") && areaFault(one) === undefined);
  if (tag !== undefined) return tag;
  const prefix = prefixOf(label);
  return prefix !== undefined && prefixes.has(prefix) ? prefix : undefined;
}

function sharedPrefixes(pods: readonly CompiledPod[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { area: ofPod, channels } of pods) {
    if (ofPod !== undefined) continue;
    for (const { area, label } of channels) {
      const prefix = area === undefined ? prefixOf(label) : undefined;
      if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  return new Set([...counts].filter(([, count]) => count >= LEAST_ALIKE).map(([prefix]) => prefix));
}

function prefixOf(label: string | undefined): string | undefined {
  const at = label?.search(SEPARATOR) ?? -1;
  const prefix = at > 0 ? label?.slice(0, at).trim() : undefined;
  return prefix !== undefined && areaFault(prefix) === undefined ? prefix : undefined;
}

/** As people call them; told apart by their names where two are called alike. */
function podLabels(pods: readonly CompiledPod[]): string[] {
  const plain = ({ id, label }: CompiledPod) =>
    (label ?? id)
      .replace(/\s*\/\s*/g, " – ")
      .slice(0, AREA_PART)
      .trim() || id;
  const counts = new Map<string, number>();
  for (const pod of pods) counts.set(plain(pod), (counts.get(plain(pod)) ?? 0) + 1);
  return pods.map((pod) => (counts.get(plain(pod)) === 1 ? plain(pod) : `${plain(pod)} (${pod.id})`));
}
