/**
 * People who are told of alarms, and rosters: one file, which the engine reads as well. Each change is told to it.
 *
 *     const people = await AlarmPeople.open({ file, clock, log, hub, zone });
 *     await people.savePerson({ name: "Anna", chats: [], absences: [] });
 */
import { randomBytes } from "node:crypto";
import { Duty } from "@hubwart/alarms/duty";
import { NO_SETTINGS, settingsOf } from "@hubwart/alarms/settings";
import type {
  AnswerOf,
  alarmDuty,
  alarmPeople,
  alarmPersonSave,
  alarmRosterSave,
  BodyOf,
} from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  errorText,
  InvalidInputError,
  type Logger,
  NotFoundError,
  readOwnFile,
  SerialQueue,
  writeFileAtomic,
} from "@hubwart/core";
import type { AlarmPerson, AlarmRoster, AlarmSettings } from "@hubwart/ipc";
import type { HubLink } from "../../hub-link.ts";
import { texts } from "./texts.ts";

const MOST_PEOPLE = 500;
const MOST_ROSTERS = 100;
const LONGEST_LOOK = 62 * 24 * 3_600_000;

export interface AlarmPeopleOptions {
  /** `layout.alarmSettings` */
  file: string;
  clock: Pick<Clock, "now">;
  log: Logger;
  hub: Pick<HubLink, "connected" | "request">;
  /** IANA name of the device's zone as it is now. */
  zone: () => Promise<string>;
}

export class AlarmPeople {
  readonly #options: AlarmPeopleOptions;
  readonly #queue = new SerialQueue();
  #settings: AlarmSettings;
  #duty: Duty;
  #damaged: boolean;

  private constructor(options: AlarmPeopleOptions, settings: AlarmSettings, damaged: boolean) {
    this.#options = options;
    this.#settings = settings;
    this.#duty = new Duty(settings);
    this.#damaged = damaged;
  }

  static async open(options: AlarmPeopleOptions): Promise<AlarmPeople> {
    const found = await readOwnFile(options.file, settingsOf);
    if (found.error !== undefined)
      options.log.error(texts.peopleUnreadable(options.file, errorText(found.error)));
    const kept = found.value ?? NO_SETTINGS;
    // A machine that does not tell its zone keeps nobody out; it is asked again.
    const zone = await options.zone().catch(() => kept.zone);
    return new AlarmPeople(options, { ...kept, zone }, found.damaged);
  }

  /** Those that were kept are lost, and none has been kept since. */
  get damaged(): boolean {
    return this.#damaged;
  }

  get settings(): AlarmSettings {
    return this.#settings;
  }

  /** `used`: names of rosters in the running project. */
  look(used: readonly string[]): Omit<AnswerOf<typeof alarmPeople>, "code"> {
    const { link, people, rosters, zone } = this.#settings;
    const now = this.#options.clock.now();
    return {
      people,
      rosters: rosters.map((roster) => {
        const person = this.#duty.at(roster.id, now);
        return { ...roster, ...(person ? { now: person.id } : {}), used: used.includes(roster.id) };
      }),
      missing: used.filter((id) => !this.#duty.has(id)),
      ...(link === undefined ? {} : { link }),
      zone,
    };
  }

  /** Rosters of these in which nobody is on duty, those among them that there are not. */
  unmanned(used: readonly string[]): string[] {
    const now = this.#options.clock.now();
    return used.filter((id) => !this.#duty.at(id, now));
  }

  duty(roster: string, from: number, to: number): Omit<AnswerOf<typeof alarmDuty>, "code"> {
    if (to <= from) throw wrong("to", texts.order);
    if (to - from > LONGEST_LOOK) throw wrong("to", texts.dutySpan);
    if (!this.#duty.has(roster)) throw new NotFoundError(texts.noRoster(roster));
    const spans = this.#duty.spans(roster, from, to);
    return {
      spans: spans.map(({ person, ...span }) => ({ ...span, ...(person ? { person: person.id } : {}) })),
    };
  }

  /** @returns the person before, and as it is now */
  async savePerson({
    id = randomBytes(8).toString("hex"),
    ...rest
  }: BodyOf<typeof alarmPersonSave>): Promise<{ before: AlarmPerson | undefined; after: AlarmPerson }> {
    for (const [index, { from, to }] of rest.absences.entries())
      if (to < from) throw wrong(`absences.${index}.to`, texts.absenceOrder);
    const pods = rest.chats.map(({ pod }) => pod);
    const twice = pods.findIndex((pod, index) => pods.indexOf(pod) !== index);
    if (twice >= 0) throw wrong(`chats.${twice}.pod`, texts.chatTwice(pods[twice] ?? ""));
    const after = withoutUndefined({ id, ...rest }) as AlarmPerson;
    return await this.#change((settings) => {
      const before = settings.people.find((person) => person.id === id);
      const same = settings.people.find(({ id: own, name }) => own !== id && name === after.name);
      if (same) throw wrong("name", texts.personTwice(after.name));
      if (!before && settings.people.length >= MOST_PEOPLE)
        throw new ConflictError(texts.tooManyPeople(MOST_PEOPLE));
      const people = before
        ? settings.people.map((person) => (person.id === id ? after : person))
        : [...settings.people, after];
      return { next: { ...settings, people }, result: { before, after } };
    });
  }

  async removePerson(id: string): Promise<AlarmPerson> {
    return await this.#change((settings) => {
      const before = settings.people.find((person) => person.id === id);
      if (!before) throw new NotFoundError(texts.noPerson);
      const named = settings.rosters.find(({ shifts }) => shifts.some(({ people }) => people.includes(id)));
      if (named) throw new ConflictError(texts.personOnDuty(before.name, named.id));
      const people = settings.people.filter((person) => person !== before);
      return { next: { ...settings, people }, result: before };
    });
  }

  async saveRoster({
    was,
    ...roster
  }: BodyOf<typeof alarmRosterSave>): Promise<{ before: AlarmRoster | undefined; after: AlarmRoster }> {
    const after = withoutUndefined(roster) as AlarmRoster;
    return await this.#change((settings) => {
      const before = settings.rosters.find(({ id }) => id === was);
      if (was !== undefined && !before) throw new NotFoundError(texts.noRoster(was));
      if (settings.rosters.some((each) => each.id === after.id && each !== before))
        throw wrong("id", texts.rosterTwice(after.id));
      if (!before && settings.rosters.length >= MOST_ROSTERS)
        throw new ConflictError(texts.tooManyRosters(MOST_ROSTERS));
      for (const [index, { people }] of after.shifts.entries()) {
        const strange = people.findIndex((id) => !settings.people.some((person) => person.id === id));
        if (strange >= 0) throw wrong(`shifts.${index}.people.${strange}`, texts.noPerson);
        if (new Set(people).size < people.length) throw wrong(`shifts.${index}.people`, texts.twiceInShift);
      }
      const rosters = before
        ? settings.rosters.map((each) => (each === before ? after : each))
        : [...settings.rosters, after];
      return { next: { ...settings, rosters }, result: { before, after } };
    });
  }

  async removeRoster(id: string): Promise<AlarmRoster> {
    return await this.#change((settings) => {
      const before = settings.rosters.find((roster) => roster.id === id);
      if (!before) throw new NotFoundError(texts.noRoster(id));
      const rosters = settings.rosters.filter((roster) => roster !== before);
      return { next: { ...settings, rosters }, result: before };
    });
  }

  /** @returns how links began before */
  async saveLink(link: string): Promise<string> {
    return await this.#change((settings) => {
      const { link: before = "", ...rest } = settings;
      return { next: link === "" ? rest : { ...rest, link }, result: before };
    });
  }

  /** The zone of the device may be another than before. */
  async followZone(): Promise<void> {
    const zone = await this.#options.zone();
    if (zone === this.#settings.zone) return;
    await this.#change((settings) => ({ next: { ...settings, zone }, result: undefined }));
  }

  async #change<T>(work: (settings: AlarmSettings) => { next: AlarmSettings; result: T }): Promise<T> {
    return await this.#queue.run(async () => {
      const { next, result } = work(this.#settings);
      await writeFileAtomic(this.#options.file, `${JSON.stringify(next)}\n`);
      this.#settings = next;
      this.#duty = new Duty(next);
      this.#damaged = false;
      await this.#tell();
      return result;
    });
  }

  /** An engine that is away reads the file when it comes back. */
  async #tell(): Promise<void> {
    const { hub, log } = this.#options;
    if (!hub.connected) return;
    await hub.request("alarmSettings", {}).catch((error: unknown) => log.debug(errorText(error)));
  }
}

/** Fields that a caller left out are left out in the file as well. */
const withoutUndefined = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

const wrong = (field: string, message: string) => new InvalidInputError([{ field, message }]);
