/**
 * Which recipient is served next, and when, after attempts that failed.
 *
 * A service that was not reached puts everybody off. One that was reached and then failed leaves a doubt: another
 * recipient is tried at once. If that one is served, the fault was the first one's, who waits by a growing pause of its
 * own from then on. If it fails too, or there is no other, the service is away for those it failed for.
 *
 * Times are monotonic ms.
 */
import { Backoff } from "@hubwart/core";
import { Pause } from "@hubwart/runtime/pause";

/** Of one recipient or message, ms. */
export const SHORTEST_RETRY = 2_000;
export const LONGEST_RETRY = 300_000;

interface Recipient {
  pause: Pause;
  /** Others were served while this one was not: tells nothing of the service. */
  guilty: boolean;
  /** Failures of a service that was reached, in a row. */
  failures: number;
}

export class Turns {
  readonly #recipients = new Map<string, Recipient>();
  /** Failed for while nobody was served; who was tried longest ago first. */
  readonly #doubtful = new Set<string>();
  readonly #backoff = new Backoff(1_000, LONGEST_RETRY);
  #away: "everybody" | "doubtful" | undefined;
  #until = 0;

  get away(): boolean {
    return this.#away !== undefined;
  }

  /** Those that are not in doubt first. */
  order(recipients: Iterable<string>): string[] {
    const all = new Set(recipients);
    return [
      ...[...all].filter((to) => !this.#doubtful.has(to)),
      ...[...this.#doubtful].filter((to) => all.has(to)),
    ];
  }

  isDoubtful(to: string): boolean {
    return this.#doubtful.has(to);
  }

  free(to: string): number {
    const held = this.#away === "everybody" || (this.#away === "doubtful" && this.#doubtful.has(to));
    return Math.max(this.#recipients.get(to)?.pause.until ?? 0, held ? this.#until : 0);
  }

  failures(to: string): number {
    return this.#recipients.get(to)?.failures ?? 0;
  }

  /** The service took or refused something for it. */
  served(to: string): void {
    this.#recipients.delete(to);
    this.#reached(to);
  }

  /** The service asks for `least` ms. */
  putOff(to: string, now: number, least: number): void {
    this.#recipient(to).pause.grow(now, least);
    this.#reached(to);
  }

  unreached(now: number): void {
    this.#hold("everybody", now);
  }

  /** The service was reached, whatever came of it. @returns whether everybody was put off until now */
  seen(): boolean {
    const away = this.#away === "everybody";
    if (away) this.#away = undefined;
    return away;
  }

  /** The service was reached, and failed. @returns whether that is known to be for this recipient alone */
  failed(to: string, now: number): boolean {
    const recipient = this.#recipient(to);
    recipient.failures += 1;
    if (recipient.guilty) {
      recipient.pause.grow(now);
      return true;
    }
    this.#doubtful.delete(to);
    this.#doubtful.add(to);
    return false;
  }

  /** @param other whether somebody else can be tried now */
  doubt(now: number, other: boolean): void {
    // Those who are tried for the first time do not make the pause of the others longer.
    const held = this.#away === "doubtful" && this.#until > now;
    if (!held && (this.#doubtful.size > 1 || !other)) this.#hold("doubtful", now);
  }

  /** The service is known to be back. */
  resume(): void {
    this.#away = undefined;
    this.#backoff.reset();
  }

  #hold(whom: "everybody" | "doubtful", now: number): void {
    this.#away = whom;
    this.#until = now + this.#backoff.next();
  }

  #reached(to: string): void {
    this.resume();
    this.#doubtful.delete(to);
    for (const other of this.#doubtful) this.#recipient(other).guilty = true;
    this.#doubtful.clear();
  }

  #recipient(to: string): Recipient {
    const pause = () => new Pause(SHORTEST_RETRY, LONGEST_RETRY);
    const found = this.#recipients.get(to) ?? { pause: pause(), guilty: false, failures: 0 };
    this.#recipients.set(to, found);
    return found;
  }
}
