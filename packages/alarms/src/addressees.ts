/**
 * Whom a way leads to. A way is a pod or one of its channels (`email.mail`), with `#` and the id of a person behind it where a roster
 * says who is told.
 *
 *     const addressees = new Addressees(file, log);
 *     addressees.reload();                                    // after each change of the file
 *     const way = addressees.wayOf("email.mail", "technik", clock.now());
 *     addressees.target(way);                                 // { way: "email.mail", to: "anna@example.org" }
 *
 * Nobody stays untold because a roster has nobody: then the way leads to its own recipients. So it does for somebody who is no longer
 * there, or no longer has an address on it.
 */
import { readFileSync } from "node:fs";
import { errorText, isMissing, type Logger } from "@hubwart/core";
import type { AlarmSettings } from "@hubwart/ipc";
import { addressOn, Duty } from "./duty.ts";
import { NO_SETTINGS, settingsOf } from "./settings.ts";
import { texts } from "./texts.ts";

export interface Target {
  way: string;
  /** Instead of the way's own recipients. */
  to?: string;
}

export class Addressees {
  readonly #file: string | undefined;
  readonly #log: Pick<Logger, "error">;
  #settings: AlarmSettings = NO_SETTINGS;
  #duty = new Duty(NO_SETTINGS);

  constructor(file: string | undefined, log: Pick<Logger, "error">) {
    this.#file = file;
    this.#log = log;
    this.reload();
  }

  /** A file that cannot be read leaves those that are known. */
  reload(): void {
    if (this.#file === undefined) return;
    try {
      this.#settings = settingsOf(readFileSync(this.#file, "utf8"));
      this.#duty = new Duty(this.#settings);
    } catch (error) {
      if (!isMissing(error)) this.#log.error(texts.peopleUnreadable(errorText(error)));
    }
  }

  /** How links in messages begin. */
  get link(): string | undefined {
    return this.#settings.link;
  }

  wayOf(way: string, roster: string | undefined, now: number): string {
    if (roster === undefined) return way;
    const person = this.#duty.at(roster, now, (each) => addressOn(way, each) !== undefined);
    return person ? `${way}#${person.id}` : way;
  }

  target(full: string): Target {
    const [way = "", id] = full.split("#");
    const person = id === undefined ? undefined : this.#duty.person(id);
    const to = person && addressOn(way, person);
    return to === undefined ? { way } : { way, to };
  }

  /** As people read it: `email.mail (Anna Berger)`. */
  named(full: string): string {
    const [way = "", id] = full.split("#");
    const person = id === undefined ? undefined : this.#duty.person(id);
    return person ? `${way} (${person.name})` : way;
  }

  /** Who writes from an address in the chat of a pod, `chat.haus: Anna Berger`; the address itself where nobody has it. */
  sender(pod: string, from: string): string {
    const person = this.#settings.people.find(({ chats }) =>
      chats.some((chat) => chat.pod === pod && chat.to.toLowerCase() === from.toLowerCase()),
    );
    return `${pod}: ${person?.name ?? from}`;
  }
}

/** The way itself, whoever is told on it. */
export const plainWay = (full: string): string => full.split("#")[0] ?? full;
