/** What the project says of its alarms, as the hub hands it over in the parameters of the process. */
import { isWithin } from "@hubwart/project/areas";
import type { CompiledAlarm, CompiledAlarmClass } from "@hubwart/project/compiled";

export interface SourceFacts {
  label?: string;
  unit?: string;
  tags?: readonly string[];
  /** Where it belongs in the plant, as a path. */
  area?: string;
}

export interface AlarmOrder {
  /** Name of the project. */
  name: string;
  alarms: readonly CompiledAlarm[];
  classes: readonly CompiledAlarmClass[];
  /** Chat pods in which somebody may answer. */
  obedient?: readonly string[];
  /** File of people and rosters (`AlarmSettings`). */
  settings?: string;
  /** By full name of a channel; only of those that have some. */
  sources: Readonly<Record<string, SourceFacts>>;
}

export class AlarmProject {
  readonly name: string;
  readonly alarms: readonly CompiledAlarm[];
  readonly classes: ReadonlyMap<string, CompiledAlarmClass>;
  readonly channels: readonly string[];
  readonly obedient: ReadonlySet<string>;
  readonly #sources: AlarmOrder["sources"];
  readonly #numbers: ReadonlyMap<string, number>;

  /** `channels`: full names in the order of their numbers. */
  constructor({ alarms, classes, name, obedient = [], sources }: AlarmOrder, channels: readonly string[]) {
    this.name = name;
    this.alarms = alarms;
    this.classes = new Map(classes.map((each) => [each.id, each]));
    this.channels = channels;
    this.obedient = new Set(obedient);
    this.#sources = sources;
    this.#numbers = new Map(channels.map((chan, index) => [chan, index]));
  }

  channel(chan: string): number | undefined {
    return this.#numbers.get(chan);
  }

  facts(chan: string): SourceFacts {
    return Object.hasOwn(this.#sources, chan) ? (this.#sources[chan] ?? {}) : {};
  }

  tags(alarm: CompiledAlarm): readonly string[] {
    return [...(alarm.tags ?? []), ...(this.facts(alarm.source).tags ?? [])];
  }

  /** `scope`: a pod (`modb_client.zaehler`), or a tag or an area (`#keller`, `#Haus/EG`). */
  inScope(scope: string, alarm: CompiledAlarm): boolean {
    return scope.startsWith("#")
      ? this.tags(alarm).includes(scope.slice(1)) ||
          isWithin(this.facts(alarm.source).area ?? "", scope.slice(1))
      : alarm.source.startsWith(`${scope}.`);
  }
}
