/**
 * Sends the values of one channel, one request at a time, as `delivery` promises.
 *
 * Invariants: a value that the server refuses for good is given up, and so is one that may have arrived already with a method
 * that must not be repeated. The status alone says what became of a value, whatever the body of the answer.
 */
import { errorText } from "@hubwart/core";
import { Deliveries, type Delivery, type Outcome as Result } from "@hubwart/runtime/delivery/deliveries";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import { HttpFailure } from "../shared/http/request.ts";
import { type Ask, isSuccess, statusText, type TargetServer } from "./server.ts";
import { texts } from "./texts.ts";

const BURST = 16;
/** While the server cannot be reached, ms. */
const PAUSES = { first: 500, longest: 5_000 };
/** Statuses after which the same request may succeed later (RFC 9110 §15, RFC 6585 §4); all 5xx too. */
const TRANSIENT = new Set([401, 408, 425, 429]);

/** Without a reason: written. */
type Outcome =
  | { again: false; reason?: string }
  /** `least`: how long the server asks to wait, ms. */
  | { again: true; reason: string; least?: number | undefined };

export class Sender {
  readonly #index: number;
  readonly #server: TargetServer;
  readonly #compose: (write: PodWrite) => Ask;
  readonly #context: PodContext;
  readonly #deliveries: Deliveries<Delivery, TargetServer>;
  #busy = false;

  constructor(index: number, server: TargetServer, compose: (write: PodWrite) => Ask, context: PodContext) {
    this.#index = index;
    this.#server = server;
    this.#compose = compose;
    this.#context = context;
    this.#deliveries = new Deliveries({ lane: () => server, pauses: PAUSES, burst: BURST, report: context });
    this.#deliveries.open();
  }

  offer(write: PodWrite): void {
    this.#deliveries.offer({ write }, this.#context.clock.monotonic());
    if (!this.#busy) void this.#run();
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { clock, scope } = this.#context;
    this.#busy = true;
    for (let { due } = this.#deliveries; due !== undefined; { due } = this.#deliveries) {
      const now = clock.monotonic();
      const [next] = this.#deliveries.take({ now });
      if (!next) {
        if (!(await this.#pause(due - now))) return;
        continue;
      }
      const outcome = await this.#send(next.write);
      if (scope.ended) return;
      if (outcome.again) this.#context.failed(this.#index, outcome.reason, "write");
      this.#deliveries.settle(next, meaning(outcome), clock.monotonic());
    }
    this.#busy = false;
  }

  async #send(write: PodWrite): Promise<Outcome> {
    try {
      const answer = await this.#server.ask({ ...this.#compose(write), statusOnly: true });
      if (isSuccess(answer)) {
        if (answer.bodyLostBy === undefined) return { again: false };
        return { again: false, reason: texts.answersWith(answer.bodyLostBy, "") + texts.arrivalUnknown };
      }
      const later = TRANSIENT.has(answer.status) || answer.status >= 500;
      if (later && answer.open) return { again: false, reason: statusText(answer) + texts.arrivalUnknown };
      return later
        ? { again: true, reason: statusText(answer), least: answer.retryAfter }
        : { again: false, reason: statusText(answer) };
    } catch (error) {
      if (!(error instanceof HttpFailure)) return { again: false, reason: errorText(error) };
      if (error.open) return { again: false, reason: error.message + texts.arrivalUnknown };
      return error.unreachable
        ? { again: true, reason: error.message, least: error.retryAfter }
        : { again: false, reason: error.message };
    }
  }

  /** Resolves to false when the pod ends meanwhile. */
  #pause(ms: number): Promise<boolean> {
    const { clock, scope } = this.#context;
    return new Promise((resolve) => {
      const cancel = clock.after(Math.max(1, ms), () => {
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

function meaning(outcome: Outcome): Result {
  if (outcome.again) return { t: "vain", least: outcome.least };
  return outcome.reason === undefined ? { t: "written" } : { t: "refused", reason: outcome.reason };
}
