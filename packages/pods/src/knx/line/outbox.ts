/**
 * What is to be sent through one interface: answers first, then values and readings in turn.
 *
 * Invariants: while the connection stands, values go in the order in which they came; while it is away only the newest
 * of each channel is kept. A channel's older value never follows its newer one. `flush` resolves when every value has been
 * sent, refused or kept. A group address waits at most once for its reading and for its answer. What goes to an address over which
 * the link ended goes after everything else, so that it cannot keep the others from being sent.
 */
import type { Clock } from "@hubwart/core";
import { Idle } from "../../base/idle.ts";
import type { PodWrite } from "../../base/pod.ts";
import type { Payload } from "../dpt/codec.ts";
import type { GroupService } from "../wire/cemi.ts";
import type { Outcome } from "./link.ts";
import type { Point } from "./point.ts";
import { Suspects } from "./suspects.ts";

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
  #current: Job | undefined;
  readonly #suspects: Suspects;
  #inARow = 0;
  readonly #idle = new Idle(() => this.#queue.length === 0 && this.#current === undefined);

  constructor(clock: Clock, coalesced: (point: Point) => void) {
    this.#suspects = new Suspects(clock);
    this.#coalesced = coalesced;
  }

  write(point: Point, payload: Payload, write: PodWrite, connected: boolean): void {
    const job: Write = { kind: "write", point, payload, write };
    if (!connected || this.#suspects.has(point.address)) this.#keep(job);
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

  /** The next telegram, which `settle` ends. */
  take(): Job | undefined {
    const trusted = (address: number) => !this.#suspects.has(address);
    const due = (address: number) => this.#suspects.due(address);
    this.#current = this.#next(trusted) ?? this.#asks.shift() ?? this.#next(due);
    return this.#current;
  }

  /** ms until something that pauses may be tried; undefined if nothing does. */
  get pause(): number | undefined {
    const pausing = [
      ...[...this.#kept.keys(), ...this.#answers].map((point) => point.address),
      ...this.#reads,
    ];
    return pausing.length === 0
      ? undefined
      : Math.min(...pausing.map((address) => this.#suspects.pause(address)));
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
    for (const [point, kept] of this.#kept) {
      if (!may(point.address)) continue;
      this.#kept.delete(point);
      return kept;
    }
    return this.#queue.shift();
  }

  /**
   * @param outcome "lost": the link ended while it was under way; "unsent": before
   * @returns how often in a row the link has ended over its address
   */
  settle(outcome: "over" | "lost" | "unsent"): number {
    const current = this.#current;
    this.#current = undefined;
    const ends = current && this.#judge(addressOf(current), outcome);
    if (current?.kind === "write" && outcome !== "over") {
      const newer = this.#kept.has(current.point) || this.#queue.some(({ point }) => point === current.point);
      if (newer) this.#coalesced(current.point);
      else this.#keep(current);
    }
    this.#idle.check();
    return ends ?? 0;
  }

  /** What waits for such an address must not stand before others. */
  #judge(address: number, outcome: "over" | "lost" | "unsent"): number {
    if (outcome === "over") this.#suspects.clear(address);
    if (outcome !== "lost") return 0;
    const others = this.#queue.filter(({ point }) => point.address !== address);
    for (const job of this.#queue) if (job.point.address === address) this.#keep(job);
    this.#queue = others;
    return this.#suspects.add(address);
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

export const addressOf = (job: Job): number =>
  job.kind === "write" || job.kind === "answer" ? job.point.address : job.address;
