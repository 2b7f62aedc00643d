/** Which alarms a channel concerns, and what each channel says now. */
import type { CompiledAlarm } from "@hubwart/project/compiled";
import type { Sample } from "./condition.ts";
import type { AlarmProject } from "./project.ts";
import type { Watched } from "./watched.ts";

/** Most channels concern one alarm. */
type OneOrMore<T> = T | T[];

export class WatchList {
  readonly #project: Pick<AlarmProject, "channel">;
  readonly #sources = new Map<number, OneOrMore<Watched>>();
  readonly #limits = new Map<number, OneOrMore<Watched>>();
  readonly #enables = new Map<number, OneOrMore<string>>();
  /** Of limits and enables. */
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
    const [limits, enables] = [this.#limits.get(channel), this.#enables.get(channel)];
    if (limits !== undefined || enables !== undefined) this.#samples.set(channel, sample);
    each(limits, (watched) => watched.limitsChanged());
    each(enables, enabled);
    each(this.#sources.get(channel), (watched) => watched.value(sample, ts));
  }

  /** Of a limit or an `enable`; undefined while it has no good value. */
  good(chan: string): unknown {
    const channel = this.#project.channel(chan);
    const sample = channel === undefined ? undefined : this.#samples.get(channel);
    return sample?.quality === 0 ? sample.value : undefined;
  }

  limitsOf({ limits = [] }: CompiledAlarm): readonly unknown[] {
    return limits.some((term) => typeof term === "object")
      ? limits.map((term) => (typeof term === "object" ? this.good(term.chan) : term))
      : limits;
  }

  #note<T>(lists: Map<number, OneOrMore<T>>, chan: string, item: T): void {
    const channel = this.#project.channel(chan);
    if (channel === undefined) return;
    const list = lists.get(channel);
    if (Array.isArray(list)) list.push(item);
    else lists.set(channel, list === undefined ? item : [list, item]);
  }
}

function each<T>(list: OneOrMore<T> | undefined, use: (item: T) => void): void {
  if (Array.isArray(list)) for (const item of list) use(item);
  else if (list !== undefined) use(list);
}
