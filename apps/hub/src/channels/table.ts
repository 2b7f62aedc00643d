/**
 * All channels of a project, in columns: the number of a channel is its place in each. Pods come first, in
 * the project's order, then the constants, the schedules and what meters consumed; so a pod's channels are one range.
 */
import type { Quality, Refusal } from "@hubwart/ipc";
import { areasOf } from "@hubwart/project/areas";
import type { CompiledProject, Direction, ValueType } from "@hubwart/project/compiled";
import { figureName, figuresOf } from "@hubwart/project/meters";

/** Origin of a value that no link brought: a person, a visualisation or a script wrote it. */
export const WRITTEN = -1;

export class ChannelTable {
  readonly names: string[] = [];
  readonly types: ValueType[] = [];
  /** undefined for constants, schedules and what meters consumed. */
  readonly directions: (Direction | undefined)[] = [];
  readonly tags: (readonly string[])[] = [];
  /** Path of the area of the plant; "" of what no pod has. */
  readonly areas: string[] = [];
  /** The project names areas; otherwise those of its pods stand in. */
  readonly areasNamed: boolean;
  /** Place of the pod in the project; -1 for what no pod has. */
  readonly pods: number[] = [];
  /** Number of the channel within its pod. */
  readonly locals: number[] = [];
  /** Number of each pod's first channel. */
  readonly firsts: number[] = [];
  readonly values: unknown[] = [];
  readonly qualities: Quality[] = [];
  /** Source time of the last update, ms since the epoch; 0 if there was none. */
  readonly last: number[] = [];
  readonly counts: number[] = [];
  /** Number of the channel whose link brought the value, or `WRITTEN`; undefined if it came from the channel's own pod. */
  readonly origins: (number | undefined)[] = [];
  /** What the other side said last to requests for a channel, where it refuses them. */
  readonly refusals = new Map<number, Refusal>();
  /** Number of the first constant: behind all pods' channels. */
  readonly fixed: number;
  /** Since when a channel that had a good value has none, ms since the epoch. */
  readonly fell = new Map<number, number>();
  /** The last value of a channel that did not fit its type, shortened, and when it came, ms since the epoch; gone with the next that fits. */
  readonly misfits = new Map<number, { given: string; at: number }>();
  readonly #numbers = new Map<string, number>();

  constructor(project: CompiledProject) {
    const { named, paths } = areasOf(project);
    this.areasNamed = named;
    project.pods.forEach((pod, place) => {
      this.firsts.push(this.names.length);
      pod.channels.forEach((channel, local) => {
        this.#add(channel.chan, channel.type, channel.dir, channel.tags ?? [], place, local);
        this.areas.push(paths[place]?.[local] ?? "");
      });
    });
    this.fixed = this.names.length;
    for (const { chan, type } of [...project.constants, ...(project.schedules ?? [])]) {
      this.#add(chan, type, undefined, [], -1, -1);
      this.areas.push("");
    }
    for (const meter of project.meters ?? []) {
      for (const figure of figuresOf(meter)) {
        this.#add(figureName(meter.id, figure), "float", undefined, [], -1, -1);
        this.areas.push("");
      }
    }
  }

  get size(): number {
    return this.names.length;
  }

  number(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** Takes over what is known of the channels that keep their name and type. */
  inherit(before: ChannelTable): void {
    for (let at = 0; at < this.size; at += 1) {
      const old = before.number(this.names[at] ?? "");
      if (old === undefined || before.types[old] !== this.types[at]) continue;
      this.values[at] = before.values[old];
      this.qualities[at] = before.qualities[old] ?? 2;
      this.last[at] = before.last[old] ?? 0;
      this.counts[at] = before.counts[old] ?? 0;
      this.origins[at] = this.#origin(before, old);
      const refusal = before.refusals.get(old);
      if (refusal) this.refusals.set(at, refusal);
      const fell = before.fell.get(old);
      if (fell !== undefined) this.fell.set(at, fell);
      const misfit = before.misfits.get(old);
      if (misfit) this.misfits.set(at, misfit);
    }
  }

  /** The channel's value is no longer good, or good again; `now` in ms since the epoch. */
  judged(channel: number, quality: Quality, now: number): void {
    if (quality === 0) this.fell.delete(channel);
    else if (!this.fell.has(channel)) this.fell.set(channel, now);
  }

  /** A source that is gone counts as a write: it came from the hub all the same. */
  #origin(before: ChannelTable, old: number): number | undefined {
    const origin = before.origins[old];
    return origin === undefined ? undefined : (this.number(before.names[origin] ?? "") ?? WRITTEN);
  }

  #add(
    name: string,
    type: ValueType,
    direction: Direction | undefined,
    tags: readonly string[],
    pod: number,
    local: number,
  ): void {
    this.#numbers.set(name, this.names.length);
    this.names.push(name);
    this.types.push(type);
    this.directions.push(direction);
    this.tags.push(tags);
    this.pods.push(pod);
    this.locals.push(local);
    this.values.push(undefined);
    // Never received: bad, without a value.
    this.qualities.push(2);
    this.last.push(0);
    this.counts.push(0);
    this.origins.push(undefined);
  }
}
