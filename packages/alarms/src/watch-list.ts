/** Which alarms a channel concerns, and what each channel says now. */
import type { CompiledAlarm } from "@hubwart/project/compiled";
import type { Sample } from "./condition.ts";
import type { AlarmProject } from "./project.ts";
import { Samples } from "./samples.ts";
import type { Watched } from "./watched.ts";

/** Most channels concern one alarm. */
type OneOrMore<T> = T | T[];
/** By channel. */
type Lists<T> = (OneOrMore<T> | undefined)[];

export class WatchList {
  readonly #project: Pick<AlarmProject, "channel">;
  readonly #samples: Samples;
  readonly #sources: Lists<Watched>;
  readonly #limits: Lists<Watched>;
  readonly #enables: Lists<string>;

  constructor(project: Pick<AlarmProject, "channel" | "channels">) {
    this.#project = project;
    const { length } = project.channels;
    this.#samples = new Samples(length);
    const none = () => Array.from({ length }, () => undefined);
    [this.#sources, this.#limits, this.#enables] = [none(), none(), none()];
  }

  add(alarm: CompiledAlarm, watched: Watched): void {
    this.#note(this.#sources, alarm.source, watched);
    for (const term of alarm.limits ?? [])
      if (typeof term === "object") this.#note(this.#limits, term.chan, watched);
    if (alarm.enable !== undefined) this.#note(this.#enables, alarm.enable, alarm.id);
  }

  /** `enabled` is called for each alarm whose `enable` this is, before those are judged whose source it is. */
  value(channel: number, sample: Sample, ts: number, enabled: (id: string) => void): void {
    const came = this.#samples.set(channel, sample, ts);
    each(this.#limits[channel], (watched) => watched.limitsChanged());
    each(this.#enables[channel], enabled);
    each(this.#sources[channel], (watched) => watched.value(sample, came, ts));
  }

  /** What a channel says now; undefined where nothing was said of it. */
  sample(chan: string): Sample | undefined {
    const channel = this.#project.channel(chan);
    return channel === undefined ? undefined : this.#samples.get(channel);
  }

  /** Of a limit or an `enable`; undefined while it has no good value. */
  good(chan: string): unknown {
    const sample = this.sample(chan);
    return sample?.quality === 0 ? sample.value : undefined;
  }

  limitsOf({ limits = [] }: CompiledAlarm): readonly unknown[] {
    return limits.some((term) => typeof term === "object")
      ? limits.map((term) => (typeof term === "object" ? this.good(term.chan) : term))
      : limits;
  }

  #note<T>(lists: Lists<T>, chan: string, item: T): void {
    const channel = this.#project.channel(chan);
    if (channel === undefined) return;
    const list = lists[channel];
    if (Array.isArray(list)) list.push(item);
    else lists[channel] = list === undefined ? item : [list, item];
  }
}

function each<T>(list: OneOrMore<T> | undefined, use: (item: T) => void): void {
  if (Array.isArray(list)) for (const item of list) use(item);
  else if (list !== undefined) use(list);
}
