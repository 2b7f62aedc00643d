/**
 * Brings what is to be told to the pods: one message at a time on each way, with all that waits for it by then.
 *
 *     const sender = new Sender({ teller, compose, tell, clock, scope, log });
 *     sender.wake("email.mail");
 */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { Message } from "./message.ts";
import type { Untold } from "./record.ts";
import type { Teller } from "./teller.ts";
import { texts } from "./texts.ts";

/** What comes within this time goes into one message, ms. */
const GATHER = 2_000;
const PAUSES = [2_000, 5_000, 15_000, 60_000];

export interface SenderOptions {
  teller: Pick<Teller, "said" | "sayable" | "saying">;
  /** Undefined: there is nothing to say of them any more. */
  compose: (way: string, lines: readonly Untold[]) => Message | undefined;
  /** Resolves when the pod has taken the message over. */
  tell: (way: string, message: Message) => Promise<void>;
  /** As people read it. */
  named: (way: string) => string;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

interface Way {
  /** How often in a row it failed. */
  failures: number;
  trouble?: string;
  cancel?: (() => void) | undefined;
  sending: boolean;
}

export class Sender {
  readonly #options: SenderOptions;
  readonly #ways = new Map<string, Way>();

  constructor(options: SenderOptions) {
    this.#options = options;
    options.scope.add(() => {
      for (const { cancel } of this.#ways.values()) cancel?.();
    });
  }

  /** Ways on which nothing can be told, and why. */
  get troubles(): { way: string; text: string }[] {
    return [...this.#ways].flatMap(([way, { trouble }]) =>
      trouble === undefined ? [] : [{ way, text: trouble }],
    );
  }

  wake(way: string): void {
    const known = this.#ways.get(way) ?? { failures: 0, sending: false };
    this.#ways.set(way, known);
    if (!known.sending && !known.cancel) this.#later(way, known, GATHER);
  }

  #later(way: string, known: Way, ms: number): void {
    known.cancel = this.#options.clock.after(ms, () => {
      known.cancel = undefined;
      void this.#send(way, known);
    });
  }

  async #send(way: string, known: Way): Promise<void> {
    const { compose, log, named, scope, tell, teller } = this.#options;
    const lines = teller.sayable(way);
    if (lines.length === 0) return;
    known.sending = true;
    try {
      const message = compose(way, lines);
      teller.saying(way, lines);
      if (message) await tell(way, message);
      if (scope.ended) return;
      teller.said(way, lines);
      if (known.trouble !== undefined) log.info(texts.toldAgain(named(way)));
      known.failures = 0;
      delete known.trouble;
    } catch (error) {
      const reason = errorText(error);
      if (known.trouble !== reason) log.warn(texts.notTold(named(way), reason));
      known.trouble = reason;
      known.failures += 1;
    } finally {
      known.sending = false;
      teller.saying(way, []);
    }
    if (scope.ended || teller.sayable(way).length === 0) return;
    const pause = known.failures === 0 ? GATHER : (PAUSES[known.failures - 1] ?? PAUSES.at(-1) ?? GATHER);
    this.#later(way, known, pause);
  }
}
