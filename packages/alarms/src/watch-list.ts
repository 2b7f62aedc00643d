/** Which alarms a channel concerns, and what each channel says now. */
import type { CompiledAlarm } from "@hubwart/project/compiled";
import type { Sample } from "./condition.ts";
import type { AlarmProject } from "./project.ts";
import type { Watched } from "./watched.ts";

export class WatchList {
  readonly #project: Pick<AlarmProject, "channel">;
  readonly #sources = new Map<number, Watched[]>();
  readonly #limits = new Map<number, Watched[]>();
  readonly #enables = new Map<number, string[]>();
  readonly #samples = new Map<number, Sample>();

  constructor(project: Pick<AlarmProject, "channel">) {
    this.#project = project;
  }

  add(alarm: CompiledAlarm, watched: Watched): void {
    this.#note(this.#sources, alarm.source, watched);
    for (const term of alarm.limits ?? [])
      if (typeof term === "object") this.#note(this.#limits, term.chan, watched);
    if (alarm.enable !== undefined) this.#note(this.#enables, alarm.enable, alarm.id);
  }

  /** `enabled` is called for each alarm whose `enable` this is, before those are judged whose source it is. */
  value(channel: number, sample: Sample, ts: number, enabled: (id: string) => void): void {
    this.#samples.set(channel, sample);
    for (const watched of this.#limits.get(channel) ?? []) watched.limitsChanged();
    for (const id of this.#enables.get(channel) ?? []) enabled(id);
    for (const watched of this.#sources.get(channel) ?? []) watched.value(sample, ts);
  }

  /** Undefined while it has no good value. */
  good(chan: string): unknown {
    const channel = this.#project.channel(chan);
    const sample = channel === undefined ? undefined : this.#samples.get(channel);
    return sample?.quality === 0 ? sample.value : undefined;
  }

  limitsOf({ limits = [] }: CompiledAlarm): unknown[] {
    return limits.map((term) => (typeof term === "object" ? this.good(term.chan) : term));
  }

  #note<T>(lists: Map<number, T[]>, chan: string, item: T): void {
    const channel = this.#project.channel(chan);
    if (channel === undefined) return;
    const list = lists.get(channel);
    if (list) list.push(item);
    else lists.set(channel, [item]);
  }
}
