/**
 * Channels that a person keeps an eye on: at most 50, each once, kept in this browser for each project, and brought together
 * with the device's, which are those of everybody.
 *
 *     const outcome = watchlists.add("plant", "mqtt.hall.temperature");   // "added", "full" or "twice"
 *
 * Invariant: readers get the same array until it changes, so that it can be a React store.
 */
import { LIMITS } from "@hubwart/contract";
import { localStore } from "../../../lib/local-store.ts";
import { starsKey as keyOf, knownStarsKey } from "../../../lib/stars.ts";

export interface WatchlistFile {
  hubwart: "watchlist";
  project: string;
  channels: string[];
}

const MOST = LIMITS.watchlistMax;
const NAME = /^[^*?,\s]{1,500}$/;

/** Names that can be channels, each once, as many as fit. */
export function cleaned(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const names = value.filter((entry): entry is string => typeof entry === "string" && NAME.test(entry));
  return [...new Set(names)].slice(0, MOST);
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null") as unknown;
  } catch {
    return null;
  }
}

/** The stored list of a project; what is broken counts as empty. */
export function readList(project: string): string[] {
  const stored = parsed(localStore.get(keyOf(project)));
  return typeof stored === "object" && stored !== null && "channels" in stored
    ? cleaned(stored.channels)
    : [];
}

/** What both lists become where each was changed since they were last the same, and how many found no room. */
export function broughtTogether(
  local: readonly string[],
  known: readonly string[],
  device: readonly string[],
): { channels: string[]; left: number } {
  const added = local.filter((chan) => !known.includes(chan));
  const removed = new Set(known.filter((chan) => !local.includes(chan)));
  const all = [...new Set([...device.filter((chan) => !removed.has(chan)), ...added])];
  return { channels: all.slice(0, MOST), left: Math.max(0, all.length - MOST) };
}

/** undefined if the text is no exported list. */
export function readFile(text: string): WatchlistFile | undefined {
  const value = parsed(text) as Partial<WatchlistFile> | null;
  if (value?.hubwart !== "watchlist" || typeof value.project !== "string") return undefined;
  if (!Array.isArray(value.channels)) return undefined;
  return { hubwart: "watchlist", project: value.project, channels: cleaned(value.channels) };
}

export function fileOf(project: string, channels: readonly string[]): string {
  const file: WatchlistFile = { hubwart: "watchlist", project, channels: [...channels] };
  return `${JSON.stringify(file, null, 2)}\n`;
}

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((chan, at) => chan === b[at]);

const cache = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();

function save(project: string, channels: readonly string[]): void {
  localStore.set(keyOf(project), JSON.stringify({ project, channels }));
  cache.set(project, channels);
  for (const listener of listeners) listener();
}

/** Another tab of the browser changed a list. */
function onStorage({ key }: StorageEvent): void {
  if (key !== null && !key.startsWith(keyOf(""))) return;
  cache.clear();
  for (const listener of listeners) listener();
}

export const watchlists = {
  read(project: string): readonly string[] {
    const known = cache.get(project);
    if (known) return known;
    const list = readList(project);
    cache.set(project, list);
    return list;
  },

  add(project: string, chan: string): "added" | "full" | "twice" {
    const list = this.read(project);
    if (list.includes(chan)) return "twice";
    if (list.length >= MOST) return "full";
    save(project, [...list, chan]);
    return "added";
  },

  remove(project: string, chan: string): void {
    const list = this.read(project);
    if (list.includes(chan)) {
      save(
        project,
        list.filter((entry) => entry !== chan),
      );
    }
  },

  clear(project: string): void {
    save(project, []);
  },

  /** Adds what is new. `full` if not everything fitted. */
  addAll(project: string, channels: readonly string[]): { added: number; full: boolean } {
    const list = this.read(project);
    const news = cleaned([...channels]).filter((chan) => !list.includes(chan));
    const fitting = news.slice(0, MOST - list.length);
    if (fitting.length > 0) save(project, [...list, ...fitting]);
    return { added: fitting.length, full: fitting.length < news.length };
  },

  /** Takes over what was changed on the device. @returns how many found no room */
  takeOver(project: string, device: readonly string[]): number {
    const local = this.read(project);
    const { channels, left } = broughtTogether(local, this.known(project), device);
    localStore.set(knownStarsKey(project), JSON.stringify(device));
    if (!sameNames(channels, local)) save(project, channels);
    return left;
  },

  /** The device's list, as far as this browser knows it. */
  known(project: string): string[] {
    return cleaned(parsed(localStore.get(knownStarsKey(project))));
  },

  /** What the device does not know yet. */
  pending(project: string): { add: string[]; remove: string[] } | undefined {
    const local = this.read(project);
    const known = this.known(project);
    const add = local.filter((chan) => !known.includes(chan));
    const remove = known.filter((chan) => !local.includes(chan));
    return add.length + remove.length === 0 ? undefined : { add, remove };
  },

  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) window.addEventListener("storage", onStorage);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) window.removeEventListener("storage", onStorage);
    };
  },
};
