/**
 * Questions that need an answer, over a carrier, the same at both ends.
 *
 *     const asks = new Asks({ send: (message) => carrier.send(message), answer: (method, params, signal) => …, … });
 *     carrier.onMessage((m) => isAsk(m) && asks.received(m));
 *     const state = await asks.ask("read", { index: 3 }, { ms: 5_000 });
 *
 * Invariants: every question settles, by its answer, its deadline, its signal or the end of the connection. At most
 * `MOST` are under way in each direction; one more is refused at once. What is asked and answered is plain JSON
 * within `largest` and `DEEPEST_VALUE`. An error crosses as what it is; a defect as a bare sentence.
 */
import {
  type Clock,
  DEEPEST_VALUE,
  InvalidInputError,
  isAppError,
  NotFoundError,
  tooDeep,
  UnavailableError,
} from "@hubwart/core";
import { errorFromWire, errorToWire, strictWireError } from "./hub-socket/wire-error.ts";
import type { AskMessage } from "./pod-messages.ts";
import { texts } from "./texts.ts";
import { weigh } from "./value-sender.ts";

export interface AskOptions {
  /** ms until the question fails; default 10 000. */
  ms?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface AsksOptions {
  send: (message: AskMessage) => void;
  /** The signal is aborted when nobody waits for the answer any more. */
  answer: (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>;
  clock: Clock;
  /** This end and the other one in German sentences, e.g. `Im Hub`, `Der Pod`. */
  here: string;
  other: string;
  /** An answer failed by a defect. */
  defect: (method: string, error: unknown) => void;
  /** Params or result, about bytes; default `LARGEST_ASK`. Asked anew each time. */
  largest?: (() => number) | undefined;
}

/** Questions under way in one direction. */
export const MOST_ASKS = 32;
/** Params or result, about bytes. */
export const LARGEST_ASK = 1024 * 1024;
/** Between the hub and processes of its own: thousands of alarms may stand at once. */
export const LARGEST_OWN_ASK = 16 * 1024 * 1024;
export const LONGEST_ASK_MS = 120_000;
const DEFAULT_MS = 10_000;
const METHOD = /^[a-z][A-Za-z0-9_]{0,63}$/;

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  settle: () => void;
}

export class Asks {
  readonly #options: AsksOptions;
  readonly #pending = new Map<number, Pending>();
  readonly #answering = new Map<number, AbortController>();
  #nextId = 1;
  #closed = false;

  constructor(options: AsksOptions) {
    this.#options = options;
  }

  /** @throws UnavailableError where there is no answer in time, or what the other end refused with */
  ask(method: string, params: unknown, { ms = DEFAULT_MS, signal }: AskOptions = {}): Promise<unknown> {
    const { clock, other, send } = this.#options;
    if (this.#closed || signal?.aborted)
      return Promise.reject(new UnavailableError(texts.notConnected(other)));
    if (this.#pending.size >= MOST_ASKS) {
      return Promise.reject(new UnavailableError(texts.otherTooManyAsks(other)));
    }
    const problem = this.#problemOf(params);
    if (problem !== undefined)
      return Promise.reject(new InvalidInputError([{ field: "params", message: problem }]));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      const giveUp = (message: string) => {
        const pending = this.#take(id);
        if (!pending) return;
        send({ t: "unask", id });
        pending.reject(new UnavailableError(message));
      };
      const cancel = clock.after(ms, () => giveUp(texts.tooSlow(other)));
      const aborted = () => giveUp(texts.aborted);
      signal?.addEventListener("abort", aborted);
      const settle = () => {
        cancel();
        signal?.removeEventListener("abort", aborted);
      };
      this.#pending.set(id, { resolve, reject, settle });
      send({ t: "ask", id, method, params, ms });
    });
  }

  received(message: AskMessage): void {
    if (this.#closed) return;
    switch (message.t) {
      case "ask":
        void this.#answer(message);
        break;
      case "unask":
        this.#answering.get(message.id)?.abort();
        break;
      case "answer":
        this.#answered(message);
        break;
    }
  }

  /** The connection is over: nobody answers any more, and nobody waits. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const id of this.#pending.keys()) {
      this.#take(id)?.reject(new UnavailableError(texts.disconnected(this.#options.other)));
    }
    for (const abort of this.#answering.values()) abort.abort();
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle();
    return pending;
  }

  #answered({ id, result, error }: Extract<AskMessage, { t: "answer" }>): void {
    const pending = this.#take(id);
    if (!pending) return;
    const wire = error === undefined ? undefined : strictWireError(error);
    // A defect of the other end is none of this one.
    if (wire?.kind === "defect") pending.reject(new UnavailableError(wire.message));
    else if (wire) pending.reject(errorFromWire(wire));
    else if (error !== undefined || this.#problemOf(result) !== undefined) {
      pending.reject(new UnavailableError(texts.garbled(this.#options.other)));
    } else pending.resolve(result);
  }

  async #answer({ id, method, params, ms }: Extract<AskMessage, { t: "ask" }>): Promise<void> {
    const { answer, clock, defect, here, send } = this.#options;
    if (this.#answering.has(id)) return;
    if (this.#answering.size >= MOST_ASKS) {
      const error = new UnavailableError(texts.tooManyAsks(here));
      send({ t: "answer", id, error: errorToWire(error) });
      return;
    }
    const abort = new AbortController();
    this.#answering.set(id, abort);
    const cancel = clock.after(Math.min(ms, LONGEST_ASK_MS), () => abort.abort());
    let reply: AskMessage;
    try {
      const result: unknown = await answer(method, params, abort.signal);
      const problem = this.#problemOf(result);
      if (problem !== undefined) throw new UnavailableError(texts.answerRefused(problem));
      reply = { t: "answer", id, result };
    } catch (error) {
      if (!isAppError(error) && !abort.signal.aborted) defect(method, error);
      reply = { t: "answer", id, error: errorToWire(error, here) };
    }
    cancel();
    this.#answering.delete(id);
    if (!abort.signal.aborted && !this.#closed) send(reply);
  }

  #problemOf(value: unknown): string | undefined {
    return problemOf(value, this.#options.largest?.());
  }
}

/** A question, an answer or the end of a question, of one who is not trusted; undefined for anything else. */
export function askMessage(raw: Record<string, unknown>): AskMessage | undefined {
  const { id, method, ms, params, t } = raw;
  if (!Number.isSafeInteger(id)) return undefined;
  switch (t) {
    case "ask":
      return typeof method === "string" &&
        METHOD.test(method) &&
        typeof ms === "number" &&
        ms > 0 &&
        problemOf(params) === undefined
        ? { t, id: id as number, method, params, ms }
        : undefined;
    case "unask":
    case "answer":
      // What an answer holds is looked at by whoever waits for it.
      return raw as AskMessage;
    default:
      return undefined;
  }
}

/** What speaks against sending it, or taking it. */
function problemOf(value: unknown, largest = LARGEST_ASK): string | undefined {
  if (tooDeep(value)) return texts.tooDeep(DEEPEST_VALUE);
  return weigh(value) > largest ? texts.tooLarge(largest / 1024 ** 2) : undefined;
}

/** What a method is answered with that an end does not have. */
export function noSuchMethod(method: string): Error {
  return new NotFoundError(texts.unknownAsk(method));
}
