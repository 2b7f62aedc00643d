/**
 * Figures of the host, the hub and its pods over 7 days for the graphs: a sample every 15 s, written down every
 * 5 min and at the end. Of fixed size on disk (about 150 KB a pod, the 100 last seen pods at most) and expendable: what
 * is unreadable is forgotten.
 */

import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type Clock, ensureFolder, errorText, type Logger, NotFoundError, type Scope } from "@hubwart/core";
import { type HostFacts, usedPercent } from "@hubwart/host";
import type { HubPod } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { hubFigures, podFigures } from "./figures.ts";
import { Marks } from "./marks.ts";
import { SAMPLE_SECONDS, Series } from "./series.ts";
import { texts } from "./texts.ts";

export interface HistoryParts {
  folder: string;
  facts: HostFacts;
  hub: Pick<HubLink, "connected" | "status" | "pods" | "on">;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const SAVE_EVERY_MS = 5 * 60_000;
const MOST_PODS = 100;
const HOST_FIELDS = ["cpu", "ram", "disk"];
const HUB_FIELDS = ["memory", "cpu", "values"];
const POD_FIELDS = ["memory", "cpu", "values", "connected"];

export class HistoryRecorder {
  readonly #parts: HistoryParts;
  readonly marks: Marks;
  readonly #host: Series;
  readonly #hub: Series;
  readonly #pods = new Map<string, Series>();
  /** Counter readings of the last sample and its monotonic time, to make rates of. */
  #before: { at: number; values: Map<string, number> } = { at: 0, values: new Map() };
  #lastHost: { cpu: number } | undefined;

  private constructor(parts: HistoryParts, marks: Marks) {
    this.#parts = parts;
    this.marks = marks;
    this.#host = new Series(parts.folder, "host", HOST_FIELDS);
    this.#hub = new Series(parts.folder, "hub", HUB_FIELDS);
  }

  static async start(parts: HistoryParts): Promise<HistoryRecorder> {
    const { clock, scope, folder, log, hub } = parts;
    await ensureFolder(folder);
    await prune(folder);
    const recorder = new HistoryRecorder(parts, await Marks.open(folder, clock, log));
    recorder.marks.add("system");
    scope.add(hub.on("status", watchHub(recorder.marks)));
    scope.add(hub.on("pods", watchPods(recorder.marks)));
    await recorder.sample();
    scope.add(clock.every(SAMPLE_SECONDS * 1000, () => void recorder.sample()));
    scope.add(clock.every(SAVE_EVERY_MS, () => void recorder.save()));
    scope.add(() => recorder.save());
    return recorder;
  }

  /** Percent; undefined before the first sample. */
  get cpu(): number | undefined {
    return this.#lastHost?.cpu;
  }

  async sample(): Promise<void> {
    const { facts, clock, log } = this.#parts;
    try {
      const [cpu, memory, disk] = await Promise.all([facts.cpu(), facts.memory(), facts.disk()]);
      this.#host.put(clock.now(), [cpu, usedPercent(memory), usedPercent(disk)]);
      this.#lastHost = { cpu };
    } catch (error) {
      log.warn(texts.ofDevice(errorText(error)));
    }
    this.#sampleHub();
  }

  async save(): Promise<void> {
    try {
      for (const series of [this.#host, this.#hub, ...this.#pods.values()]) await series.flush();
    } catch (error) {
      this.#parts.log.warn(texts.notSaved(errorText(error)));
    }
    await this.marks.save();
  }

  /** `host`, `hub` or `pod:{id}`. */
  async since(name: string, minutes: number) {
    const series = await this.#find(name);
    const { interval, records } = await series.since(minutes, this.#parts.clock.now());
    return { interval, fields: [...series.fields], records };
  }

  async #find(name: string): Promise<Series> {
    if (name === "host") return this.#host;
    if (name === "hub") return this.#hub;
    const id = name.replace(/^pod:/, "");
    const known = this.#pods.get(id);
    if (known) return known;
    const series = new Series(this.#parts.folder, fileOf(id), POD_FIELDS);
    const there = await stat(path.join(this.#parts.folder, `${fileOf(id)}.day`)).catch(() => undefined);
    if (there) return series;
    throw new NotFoundError(texts.noneOfPod);
  }

  #sampleHub(): void {
    const { hub, clock } = this.#parts;
    if (!hub.connected) return;
    const now = clock.now();
    const pods = hub.pods();
    const rate = this.#rates(pods, clock.monotonic());
    this.#hub.put(now, hubFigures(pods, rate));
    for (const pod of pods) this.#seriesOf(pod)?.put(now, podFigures(pod, rate(pod.id)));
  }

  #rates(pods: readonly HubPod[], now: number): (id: string) => number {
    const before = this.#before;
    const values = new Map(pods.map(({ id, counters }) => [id, counters.in + counters.out]));
    this.#before = { at: now, values };
    return (id) => {
      const last = before.values.get(id);
      const seconds = (now - before.at) / 1000;
      if (last === undefined || seconds <= 0) return 0;
      // A pod that was started anew counts from 0 again.
      const grown = (values.get(id) ?? 0) - last;
      return (grown < 0 ? (values.get(id) ?? 0) : grown) / seconds;
    };
  }

  #seriesOf(pod: HubPod): Series | undefined {
    const known = this.#pods.get(pod.id);
    if (known || this.#pods.size >= MOST_PODS) return known;
    const made = new Series(this.#parts.folder, fileOf(pod.id), POD_FIELDS);
    this.#pods.set(pod.id, made);
    return made;
  }
}

function fileOf(pod: string): string {
  return `pod-${pod}`;
}

/** Pods that have not been there for longest lose their history first. */
async function prune(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("pod-") && name.endsWith(".day"));
  const files = await Promise.all(
    names.map(async (name) => ({ name, changed: (await stat(path.join(folder, name))).mtimeMs })),
  );
  for (const { name } of files.toSorted((a, b) => b.changed - a.changed).slice(MOST_PODS)) {
    await rm(path.join(folder, name), { force: true });
    await rm(path.join(folder, name.replace(/day$/, "week")), { force: true });
  }
}

function watchHub(marks: Marks) {
  let version: string | null | undefined;
  return (status: { started: number; projectVersion: string | null }) => {
    if (status.started > 0) marks.add("hub", "", status.started * 1000);
    const before = version;
    version = status.projectVersion;
    if (before !== undefined && version !== null && version !== before) marks.add("project", version);
  };
}

function watchPods(marks: Marks) {
  const starts = new Map<string, number>();
  return (pods: readonly HubPod[]) => {
    for (const pod of pods) {
      const before = starts.get(pod.id);
      starts.set(pod.id, pod.starts);
      if (before !== undefined && pod.starts > before) marks.add("pod", pod.id);
    }
  };
}
