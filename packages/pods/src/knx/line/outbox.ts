/**
 * What is to be sent through one interface: answers first, then values and readings in turn.
 *
 * Invariants: values go as `delivery` promises, each group address failing by itself. An address waits at most once for its
 * reading and for its answer. What goes to an address over which the link ended goes after everything else.
 */
import type { Clock } from "@hubwart/core";
import type { Payload } from "@hubwart/knx/dpt/codec";
import type { Outcome as Sent } from "@hubwart/knx/link/link";
import type { GroupService } from "@hubwart/knx/wire/cemi";
import { Deliveries, type Outcome } from "@hubwart/runtime/delivery/deliveries";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
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
  settle: (outcome: Sent) => void;
}
export type Job = Write | Ask | { kind: "read"; address: number } | { kind: "answer"; point: Point };

/** So many values in a row, then a reading has its turn. */
const WRITES_IN_A_ROW = 4;
const MOST_ASKS = 100;
/** A link that ends of itself meets another telegram next time, so it makes nobody wait: two ends may be chance. ms. */
const PAUSES = { chance: 2, first: 10_000, longest: 600_000 };

export class Outbox {
  readonly #clock: Clock;
  /** By group address. */
  readonly #deliveries: Deliveries<Write, number>;
  readonly #reads = new Set<number>();
  readonly #answers = new Set<Point>();
  readonly #asks: Ask[] = [];
  #current: Job | undefined;
  #inARow = 0;

  constructor(clock: Clock, report: Pick<PodContext, "written" | "refused" | "coalesced">) {
    this.#clock = clock;
    this.#deliveries = new Deliveries({ lane: ({ point }) => point.address, pauses: PAUSES, report });
  }

  write(point: Point, payload: Payload, write: PodWrite): void {
    this.#deliveries.offer({ kind: "write", point, payload, write }, this.#clock.monotonic());
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

  /** The next telegram, which `settle` ends. */
  take(): Job | undefined {
    const { suspects } = this.#deliveries;
    const now = this.#clock.monotonic();
    const trusted = (address: number) => !suspects.has(address);
    const due = (address: number) => suspects.until(address) <= now;
    this.#current = this.#next(trusted) ?? this.#asks.shift() ?? this.#next(due);
    return this.#current;
  }

  /** ms until something that pauses may be tried; undefined if nothing does. */
  get pause(): number | undefined {
    const addresses = [...[...this.#answers].map((point) => point.address), ...this.#reads];
    const untils = addresses.map((address) => this.#deliveries.suspects.until(address));
    const { due } = this.#deliveries;
    if (due !== undefined) untils.push(due);
    if (untils.length === 0) return undefined;
    return Math.max(0, Math.min(...untils) - this.#clock.monotonic());
  }

  /** Of those to addresses that may be. */
  #next(may: (address: number) => boolean): Job | undefined {
    for (const point of this.#answers) {
      if (!may(point.address)) continue;
      this.#answers.delete(point);
      return { kind: "answer", point };
    }
    const asked = this.#asks.findIndex(({ address }) => may(address));
    if (asked >= 0) return this.#asks.splice(asked, 1)[0];
    const address = [...this.#reads].find(may);
    const write = address !== undefined && this.#inARow >= WRITES_IN_A_ROW ? undefined : this.#takeWrite(may);
    if (write) {
      this.#inARow += 1;
      return write;
    }
    this.#inARow = 0;
    if (address === undefined) return undefined;
    this.#reads.delete(address);
    return { kind: "read", address };
  }

  #takeWrite(may: (address: number) => boolean): Write | undefined {
    const now = this.#clock.monotonic();
    return this.#deliveries.take({ now, may: ({ point }) => may(point.address) })[0];
  }

  /**
   * @param outcome "vain": the link ended while it was under way
   * @returns how often in a row the link has ended over its address
   */
  settle(outcome: Outcome): number {
    const current = this.#current;
    this.#current = undefined;
    if (!current) return 0;
    const now = this.#clock.monotonic();
    if (current.kind === "write") return this.#deliveries.settle(current, outcome, now);
    const address = addressOf(current);
    if (outcome.t === "vain") return this.#deliveries.failed(address, now);
    if (outcome.t !== "unsent") this.#deliveries.suspects.clear(address);
    return 0;
  }

  connected(): void {
    this.#deliveries.open();
  }

  /** The connection is gone: questions and answers are void, the newest values wait. */
  disconnected(): void {
    this.#reads.clear();
    this.#answers.clear();
    for (const ask of this.#asks.splice(0)) ask.settle("lost");
    this.#deliveries.close();
  }

  flush(): Promise<void> {
    return this.#deliveries.flush();
  }
}

export const addressOf = (job: Job): number =>
  job.kind === "write" || job.kind === "answer" ? job.point.address : job.address;
