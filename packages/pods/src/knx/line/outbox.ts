/**
 * What is to be sent through one interface: answers first, then values and readings in turn.
 *
 * Invariants: while the connection stands, values go in the order in which they came; while it is away only the newest
 * of each channel is kept. A channel's older value never follows its newer one. `flush` resolves when every value has been
 * sent, refused or kept. A group address waits at most once for its reading and for its answer.
 */
import { Idle } from "../../base/idle.ts";
import type { PodWrite } from "../../base/pod.ts";
import type { Payload } from "../dpt/codec.ts";
import type { GroupService } from "../wire/cemi.ts";
import type { Outcome } from "./link.ts";
import type { Point } from "./point.ts";

export interface Write {
  kind: "write";
  point: Point;
  payload: Payload;
  /** What the hub wants to know the outcome of. */
  write: PodWrite;
}
/** A telegram that belongs to no channel; void when the connection goes. */
export interface Ask {
  kind: "ask";
  service: GroupService;
  address: number;
  payload: Payload | undefined;
  settle: (outcome: Outcome) => void;
}
export type Job = Write | Ask | { kind: "read"; address: number } | { kind: "answer"; point: Point };

/** So many values in a row, then a reading has its turn. */
const WRITES_IN_A_ROW = 4;
const MOST_ASKS = 100;

export class Outbox {
  readonly #coalesced: (point: Point) => void;
  readonly #kept = new Map<Point, Write>();
  readonly #reads = new Set<number>();
  readonly #answers = new Set<Point>();
  readonly #asks: Ask[] = [];
  #queue: Write[] = [];
  #current: Write | undefined;
  #inARow = 0;
  readonly #idle = new Idle(() => this.#queue.length === 0 && this.#current === undefined);

  constructor(coalesced: (point: Point) => void) {
    this.#coalesced = coalesced;
  }

  write(point: Point, payload: Payload, write: PodWrite, connected: boolean): void {
    const job: Write = { kind: "write", point, payload, write };
    if (!connected) this.#keep(job);
    else {
      if (this.#kept.delete(point)) this.#coalesced(point);
      this.#queue.push(job);
    }
  }

  read(address: number): void {
    this.#reads.add(address);
  }

  answer(point: Point): void {
    this.#answers.add(point);
  }

  ask(ask: Ask): void {
    if (this.#asks.length >= MOST_ASKS) ask.settle("lost");
    else this.#asks.push(ask);
  }

  /** The next telegram; a value is ended by `settle`. */
  take(): Job | undefined {
    const [answer] = this.#answers;
    if (answer) {
      this.#answers.delete(answer);
      return { kind: "answer", point: answer };
    }
    const ask = this.#asks.shift();
    if (ask) return ask;
    const [address] = this.#reads;
    const write = address !== undefined && this.#inARow >= WRITES_IN_A_ROW ? undefined : this.#takeWrite();
    if (write) {
      this.#inARow += 1;
      this.#current = write;
      return write;
    }
    this.#inARow = 0;
    if (address === undefined) return undefined;
    this.#reads.delete(address);
    return { kind: "read", address };
  }

  #takeWrite(): Write | undefined {
    const [kept] = this.#kept;
    if (kept) {
      this.#kept.delete(kept[0]);
      return kept[1];
    }
    return this.#queue.shift();
  }

  settle(outcome: "over" | "again"): void {
    const current = this.#current;
    this.#current = undefined;
    if (current && outcome === "again") {
      const newer = this.#kept.has(current.point) || this.#queue.some(({ point }) => point === current.point);
      if (newer) this.#coalesced(current.point);
      else this.#keep(current);
    }
    this.#idle.check();
  }

  /** The connection is gone: questions and answers are void, the newest values wait. */
  disconnected(): void {
    this.#reads.clear();
    this.#answers.clear();
    for (const ask of this.#asks.splice(0)) ask.settle("lost");
    for (const job of this.#queue.splice(0)) this.#keep(job);
    this.#idle.check();
  }

  flush(): Promise<void> {
    return this.#idle.reached();
  }

  #keep(job: Write): void {
    // Taken out and put in again: the order is that of the newest values.
    if (this.#kept.delete(job.point)) this.#coalesced(job.point);
    this.#kept.set(job.point, job);
  }
}
