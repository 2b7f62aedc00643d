/**
 * Answers what the central asks of a hub: so many at a time, so many waiting, so many a minute, each within its time. What is too many
 * is refused before it is read, and who goes on all the same is cut off.
 */
import { Bucket, type Clock, errorText, type Logger } from "@hubwart/core";
import { FLEET_LIMITS } from "../limits.ts";
import { type RoutedAnswer, routedRefusal, writeRouted } from "../routed.ts";
import { texts } from "../texts.ts";

/** A message of NATS, as far as this needs it. */
export interface Question {
  data: Uint8Array;
  /** Where the answer goes; a message without is none. */
  reply?: string;
  respond(data: Uint8Array): boolean;
}

/** Bytes are a piece of a file, as it goes (`transfers.ts`). */
export type HubAnswer = RoutedAnswer | Uint8Array;

export interface AnsweringParts {
  clock: Clock;
  log: Logger;
  /** @param signal aborts at the end of its time, and with the connection */
  answer: (data: Uint8Array, signal: AbortSignal) => Promise<HubAnswer>;
  /** Far too many came. */
  flooded: () => void;
}

const RATE = { perSecond: FLEET_LIMITS.callsPerMinute / 60, atOnce: FLEET_LIMITS.callsPerMinute / 10 };
const BUSY = routedRefusal(503, 503, texts.busy);
const TOO_LATE = routedRefusal(504, 504, texts.tooLate);
const TOO_LARGE = routedRefusal(500, 500, texts.tooLarge);
const FAILED = routedRefusal(500, 500, texts.failed);

export class Answering {
  readonly #parts: AnsweringParts;
  readonly #waiting: { question: Question; at: number }[] = [];
  readonly #running = new Set<AbortController>();
  readonly #calls: Bucket;
  #refused = 0;
  #ended = false;

  constructor(parts: AnsweringParts) {
    this.#parts = parts;
    this.#calls = new Bucket(RATE, parts.clock);
  }

  take(question: Question): void {
    if (this.#ended || question.reply === undefined) return;
    if (this.#waiting.length >= FLEET_LIMITS.callsWaiting || !this.#calls.take())
      return this.#refuse(question);
    this.#waiting.push({ question, at: this.#parts.clock.monotonic() });
    this.#next();
  }

  /** What is being answered is broken off, since less is allowed now; what waits is looked at as it is allowed then. */
  breakOff(): void {
    for (const running of this.#running) running.abort();
  }

  /** Nothing is answered any more once this returns. */
  end(): void {
    this.#ended = true;
    this.#waiting.length = 0;
    this.breakOff();
  }

  #refuse(question: Question): void {
    this.#refused += 1;
    if (this.#refused <= FLEET_LIMITS.callsRefused) return this.#respond(question, BUSY);
    this.end();
    this.#parts.flooded();
  }

  #next(): void {
    const { clock } = this.#parts;
    while (!this.#ended && this.#running.size < FLEET_LIMITS.callsAtOnce) {
      const first = this.#waiting.shift();
      if (!first) return;
      // Nobody waits for the answer any more.
      if (clock.monotonic() - first.at > FLEET_LIMITS.answerWithin) continue;
      void this.#run(first.question);
    }
  }

  async #run(question: Question): Promise<void> {
    const { answer, clock, log } = this.#parts;
    const abort = new AbortController();
    this.#running.add(abort);
    const late = new Promise<RoutedAnswer>((resolve) => {
      abort.signal.addEventListener("abort", () => resolve(TOO_LATE), { once: true });
    });
    const cancel = clock.after(FLEET_LIMITS.answerWithin, () => abort.abort());
    try {
      const told = answer(question.data, abort.signal);
      told.catch(() => undefined);
      this.#respond(question, await Promise.race([told, late]));
    } catch (error) {
      log.error(errorText(error));
      this.#respond(question, FAILED);
    } finally {
      cancel();
      this.#running.delete(abort);
      this.#next();
    }
  }

  #respond(question: Question, answer: HubAnswer): void {
    if (this.#ended) return;
    try {
      const data = answer instanceof Uint8Array ? answer : writeRouted(answer);
      question.respond(data ?? writeRouted(TOO_LARGE) ?? new Uint8Array());
    } catch (error) {
      this.#parts.log.debug(errorText(error));
    }
  }
}
