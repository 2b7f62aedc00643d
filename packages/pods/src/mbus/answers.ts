/** Who answers on a line, and what follows: what the log and the page say, and when the connection is given up. */
import { Backoff, errorText } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { Repetition } from "@hubwart/runtime/pod-log";
import { texts as sharedTexts } from "../shared/texts.ts";
import { isSilent, type Meter, type Polls } from "./polls.ts";
import { MbusRefused } from "./problems.ts";
import type { Reading } from "./reading.ts";
import { texts } from "./texts.ts";
import type { Values } from "./values.ts";

const LONGEST_PAUSE = 30_000;
/** So many meters in a row without an answer, and a gateway's connection is taken for dead. */
const MISSES_IN_A_ROW = 3;
/** Meters that are named; of the others there is only the number. */
const MOST_NAMED = 5;
/** How long another master is told of after it was last heard, ms. */
const OTHER_MASTER_MS = 3_600_000;
const CONNECTED = -1;
/** A connection that stood for so long was one, ms. */
const STOOD_MS = 2_000;
/** One that stood for so long is missed at once. */
const LONG_MS = 30_000;

export interface AnswersOptions {
  /** Of the interface. */
  id: string;
  target: string;
  /** A serial port: silence is no reason to open it again. */
  serial: boolean;
  polls: Polls;
  values: Values;
  context: PodContext;
}

export class Answers {
  readonly #options: AnswersOptions;
  readonly #backoff = new Backoff(250, LONGEST_PAUSE);
  readonly #repetition: Repetition;
  /** Why the connection ended last; German. */
  lostBecause = "";
  #warned = "";
  #told = "";
  /** Meters in a row without an answer on this connection. */
  #misses = 0;
  /** So many of them, and the connection is given up. Grows while that does not help. */
  #patience = MISSES_IN_A_ROW;
  /** Readings of this connection. */
  #answered = 0;
  /** There is no connection, and people were told. */
  down = true;
  /** Until when another master is told of, monotonic ms. */
  #otherUntil = Number.NEGATIVE_INFINITY;

  constructor(options: AnswersOptions) {
    this.#options = options;
    this.#repetition = new Repetition(() => options.context.clock.monotonic());
  }

  /** ms until the next attempt to connect. */
  get pause(): number {
    return this.#backoff.next();
  }

  /** @returns whether what was missed meanwhile is to be read */
  connected(): boolean {
    const { context, target } = this.#options;
    this.#misses = 0;
    this.#answered = 0;
    const wasDown = this.down;
    this.down = false;
    if (wasDown) {
      const text = this.#repetition.pass(CONNECTED, sharedTexts.connectedTo(target));
      if (text !== undefined) context.log.info(text);
    }
    this.#report(true);
    return wasDown;
  }

  /**
   * The connection is over. One that had worked is made anew without telling anybody: gateways end those that are not used for a
   * while, or after each answer, and between two readings that is no loss.
   *
   * @param stood ms
   */
  ended(stood: number): void {
    if (stood >= LONG_MS) this.#backoff.reset();
    if (stood >= STOOD_MS || (stood >= 0 && this.#answered > 0)) return;
    const { context, id, polls, values } = this.#options;
    this.down = true;
    // The same reason at every attempt would only fill the log.
    if (this.#warned !== this.lostBecause) context.log.warn(this.lostBecause);
    this.#warned = this.lostBecause;
    context.connection(id, { state: false, active: 0, error: this.lostBecause });
    for (const { points } of polls.meters) for (const point of points) values.missed(point);
  }

  answered(meter: Meter, reading: Reading): void {
    const { context, polls } = this.#options;
    this.heard();
    if (polls.answered(meter, reading, context.clock.monotonic())) {
      context.log.info(texts.answersAgain(meter.name));
    }
    this.#report();
  }

  refused(meter: Meter, error: MbusRefused): void {
    this.heard();
    this.#options.polls.refused(meter, this.#options.context.clock.monotonic(), error.tooOften);
    this.#report();
  }

  /** @returns whether the connection is to be given up */
  missed(meter: Meter, error: unknown, took: number): boolean {
    const { context, polls, serial, target, values } = this.#options;
    this.#misses += 1;
    if (polls.missed(meter, context.clock.monotonic(), took)) {
      context.log.warn(errorText(error));
    }
    if (isSilent(meter)) for (const point of meter.points) values.missed(point);
    this.#report();
    if (serial || this.#misses < this.#patience) return false;
    this.#patience = Math.min(this.#patience * 2, Math.max(2 * MISSES_IN_A_ROW, 2 * polls.meters.length));
    this.lostBecause = texts.answersNothing(target);
    return true;
  }

  otherMaster(): void {
    const { clock, log } = this.#options.context;
    if (clock.monotonic() >= this.#otherUntil) log.warn(texts.otherMaster);
    this.#otherUntil = clock.monotonic() + OTHER_MASTER_MS;
    this.#report();
  }

  /** A meter answered, of the project or not: the connection carries. */
  heard(): void {
    this.#misses = 0;
    this.#answered += 1;
    this.#patience = MISSES_IN_A_ROW;
    this.#warned = "";
    this.#backoff.reset();
  }

  /** What has not changed is not told again. */
  #report(anyhow = false): void {
    const { context, id, polls, target } = this.#options;
    const { silent } = polls;
    const others = context.clock.monotonic() < this.#otherUntil ? texts.otherMaster : "";
    const error = silent.length > 0 ? texts.metersSilent(named(silent), target) : others;
    // An open port alone is no connection.
    const dead = silent.length > 0 && silent.length === polls.meters.length;
    const told = `${dead} ${error}`;
    if (told === this.#told && !anyhow) return;
    this.#told = told;
    context.connection(id, { state: !dead, active: dead ? 0 : 1, ...(error === "" ? {} : { error }) });
  }
}

function named(meters: readonly Meter[]): string {
  const names = meters.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = meters.length - names.length;
  return more > 0 ? texts.andMore(names.join(", "), more) : names.join(", ");
}
