/**
 * Sends the values of one channel.
 *
 * Invariants: one request at a time, values in order; a burst waits in a short queue, beyond which the
 * newest value replaces the last waiting one; while the server cannot be reached only the newest value is
 * kept, and tried again with growing pauses. A value that the server refuses for good is given up, and so is one
 * that may have arrived already with a method that must not be repeated.
 */
import { Backoff, errorText } from "@hubwart/core";
import type { PodContext, PodWrite } from "../base/pod.ts";
import { HttpFailure } from "./request.ts";
import { type Ask, isSuccess, statusText, type TargetServer } from "./server.ts";

const BURST = 16;
/** Statuses after which the same request may succeed later (RFC 9110 §15, RFC 6585 §4); all 5xx too. */
const TRANSIENT = new Set([401, 408, 425, 429]);

const UNKNOWN = "; ob der Wert angekommen ist, ist nicht bekannt, deshalb wird er nicht noch einmal gesendet";

/** Without a reason: written. */
type Outcome = { again: false; reason?: string } | { again: true; reason: string };

export class Sender {
  readonly #index: number;
  readonly #server: TargetServer;
  readonly #compose: (write: PodWrite) => Ask;
  readonly #context: PodContext;
  readonly #backoff = new Backoff(500, 5_000);
  #queue: PodWrite[] = [];
  #busy = false;
  #failing = false;

  constructor(index: number, server: TargetServer, compose: (write: PodWrite) => Ask, context: PodContext) {
    this.#index = index;
    this.#server = server;
    this.#compose = compose;
    this.#context = context;
  }

  offer(write: PodWrite): void {
    if (this.#queue.length >= (this.#failing ? 1 : BURST)) {
      this.#queue.pop();
      this.#context.coalesced?.(this.#index);
    }
    this.#queue.push(write);
    if (!this.#busy) void this.#run();
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    this.#busy = true;
    for (let write = this.#queue.shift(); write; write = this.#queue.shift()) {
      const outcome = await this.#send(write);
      if (this.#context.scope.ended) return;
      if (outcome.again) {
        this.#keepNewest(write);
        this.#failing = true;
        this.#context.failed(this.#index, outcome.reason);
        if (!(await this.#pause())) return;
        continue;
      }
      this.#failing = false;
      this.#backoff.reset();
      if (outcome.reason === undefined) this.#context.written(write);
      else this.#context.refused(write, outcome.reason);
    }
    this.#busy = false;
  }

  async #send(write: PodWrite): Promise<Outcome> {
    try {
      const answer = await this.#server.ask(this.#compose(write));
      if (isSuccess(answer)) return { again: false };
      const later = TRANSIENT.has(answer.status) || answer.status >= 500;
      if (later && answer.open) return { again: false, reason: statusText(answer) + UNKNOWN };
      return { again: later, reason: statusText(answer) };
    } catch (error) {
      if (!(error instanceof HttpFailure)) return { again: false, reason: errorText(error) };
      if (error.open) return { again: false, reason: error.message + UNKNOWN };
      return { again: error.unreachable, reason: error.message };
    }
  }

  #keepNewest(failed: PodWrite): void {
    const newest = this.#queue.pop() ?? failed;
    const replaced = newest === failed ? 0 : this.#queue.length + 1;
    for (let i = 0; i < replaced; i++) this.#context.coalesced?.(this.#index);
    this.#queue = [newest];
  }

  /** Resolves to false when the pod ends meanwhile. */
  #pause(): Promise<boolean> {
    const { clock, scope } = this.#context;
    return new Promise((resolve) => {
      const cancel = clock.after(this.#backoff.next(), () => {
        scope.signal.removeEventListener("abort", ended);
        resolve(true);
      });
      const ended = () => {
        cancel();
        resolve(false);
      };
      scope.signal.addEventListener("abort", ended, { once: true });
    });
  }
}
