/**
 * Answers to commands on their way out: again where the service asks to wait or is away, as long as somebody may still be
 * waiting for them. One at a time, so that they come in order; commands go on meanwhile.
 */
import type { Clock, Scope } from "@hubwart/core";
import { Backoff } from "@hubwart/core";
import { Wakeup } from "@hubwart/runtime/wakeup";
import type { Letter } from "../shared/notify/outbound.ts";
import type { Service } from "./service.ts";
import { texts } from "./texts.ts";

/** An answer that comes later than this helps nobody, ms. */
const USEFUL = 300_000;
/** As many as allowed senders may cause in a minute. */
const MOST = 30;

export interface RepliesOptions {
  service: Pick<Service, "send">;
  clock: Clock;
  scope: Scope;
  /** German reason. */
  lost: (reason: string) => void;
}

export class Replies {
  readonly #options: RepliesOptions;
  readonly #wakeup: Wakeup;
  readonly #waiting: { letter: Letter; since: number }[] = [];
  #busy = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: RepliesOptions) {
    this.#options = options;
    this.#wakeup = new Wakeup(options.clock);
    options.scope.add(async () => {
      this.#wakeup.wake();
      await this.#running;
    });
  }

  offer(letter: Letter): void {
    if (this.#waiting.length >= MOST) {
      this.#waiting.shift();
      this.#options.lost(texts.tooManyReplies);
    }
    this.#waiting.push({ letter, since: this.#options.clock.monotonic() });
    if (!this.#busy) this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { clock, lost, scope, service } = this.#options;
    this.#busy = true;
    for (let next = this.#waiting.shift(); next && !scope.ended; next = this.#waiting.shift()) {
      const backoff = new Backoff(1_000, 30_000);
      while (!scope.ended) {
        const sent = await service.send(next.letter);
        if (sent.t === "sent") break;
        const asked = sent.t === "later" ? (sent.ms ?? 0) : 0;
        const pause = Math.max(asked, backoff.next());
        const over = clock.monotonic() + pause - next.since > USEFUL;
        if (sent.t === "refused" || over) {
          lost(sent.reason);
          break;
        }
        await this.#wakeup.sleep(pause);
      }
    }
    this.#busy = false;
  }
}
