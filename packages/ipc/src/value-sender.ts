/**
 * Sends values in batches, with explicit back-pressure. Used in both directions.
 *
 *     const sender = new ValueSender({ send: (seq, values) => carrier.send({ t: "values", seq, values }) });
 *     sender.push(index, value, 0, Date.now());
 *     carrier.onMessage((m) => m.t === "ack" && sender.ack(m.seq));
 *
 * Invariants
 * - Values of one turn of the event loop travel together; at most `window` batches are unacknowledged.
 * - After a quiet time a value leaves at the end of its turn. Under load batches are at least `pace` apart:
 *   what carries and takes over a batch costs as much as dozens of values, so values wait for company.
 * - Below the buffer limit every update is sent, in the order of `push`.
 * - At the limit the last value of a channel replaces the one that waits; each replacement counts in
 *   `coalesced`. A channel's own values never change order, and its newest value is always sent. So the
 *   buffer never exceeds the limit by more than one value a channel.
 */
import type { Quality, ValueBatch } from "./pod-messages.ts";

export interface ValueSenderOptions {
  send: (seq: number, values: ValueBatch) => void;
  /** Unacknowledged batches. */
  window?: number;
  /** Values kept while waiting. */
  limit?: number;
  /** Weight of text and JSON kept while waiting, about bytes. */
  weightLimit?: number;
  /** Most values of a batch. */
  batchSize?: number;
  /** Weight after which a batch is closed, about bytes. */
  batchWeight?: number;
  /** Least time between two batches, ms. Default 0: each turn may send one. */
  pace?: number;
  /** Runs the flush at the end of this turn; for tests. */
  schedule?: (flush: () => void) => void;
}

const WINDOW = 8;
const LIMIT = 100_000;
const WEIGHT_LIMIT = 64 * 1024 * 1024;
const BATCH_SIZE = 4_000;
const BATCH_WEIGHT = 1024 * 1024;

export class ValueSender {
  readonly #send: (seq: number, values: ValueBatch) => void;
  readonly #window: number;
  readonly #limit: number;
  readonly #weightLimit: number;
  readonly #batchSize: number;
  readonly #batchWeight: number;
  readonly #pace: number;
  readonly #schedule: (flush: () => void) => void;

  #n: number[] = [];
  #v: unknown[] = [];
  #q: Quality[] = [];
  #t: number[] = [];
  /** Where the waiting values begin in the columns. */
  #head = 0;
  /** Number, counted since the start, of the value at place 0 of the columns. */
  #base = 0;
  #weight = 0;
  /** While at the limit: channel → number of its waiting value. */
  readonly #latest = new Map<number, number>();
  #seq = 0;
  #acked = 0;
  #scheduled = false;
  /** Monotonic time of the last batch. */
  #flushedAt = Number.NEGATIVE_INFINITY;
  #closed = false;
  /** Updates that were replaced by a newer one before they could be sent. */
  coalesced = 0;

  constructor(options: ValueSenderOptions) {
    this.#send = options.send;
    this.#window = options.window ?? WINDOW;
    this.#limit = options.limit ?? LIMIT;
    this.#weightLimit = options.weightLimit ?? WEIGHT_LIMIT;
    this.#batchSize = options.batchSize ?? BATCH_SIZE;
    this.#batchWeight = options.batchWeight ?? BATCH_WEIGHT;
    this.#pace = options.pace ?? 0;
    this.#schedule = options.schedule ?? ((flush) => setImmediate(flush));
  }

  /** Values waiting for a free place in the window. */
  get waiting(): number {
    return this.#n.length - this.#head;
  }

  /** Everything pushed has been sent and acknowledged. */
  get idle(): boolean {
    return this.waiting === 0 && this.#acked === this.#seq;
  }

  push(index: number, value: unknown, quality: Quality, ts: number): void {
    if (this.#closed) return;
    const weight = weigh(value);
    if (this.waiting >= this.#limit || this.#weight >= this.#weightLimit) {
      const place = (this.#latest.get(index) ?? -1) - this.#base;
      if (place >= this.#head) {
        this.#weight += weight - weigh(this.#v[place]);
        this.#v[place] = value;
        this.#q[place] = quality;
        this.#t[place] = ts;
        this.coalesced += 1;
        return;
      }
      this.#latest.set(index, this.#base + this.#n.length);
    } else if (this.#latest.size > 0) {
      this.#latest.clear();
    }
    this.#n.push(index);
    this.#v.push(value);
    this.#q.push(quality);
    this.#t.push(ts);
    this.#weight += weight;
    if (!this.#scheduled && this.#seq - this.#acked < this.#window) this.#flushSoon();
  }

  /** The other end has taken over everything up to this batch. Numbers never sent are ignored. */
  ack(seq: number): void {
    if (!(seq > this.#acked && seq <= this.#seq)) return;
    this.#acked = seq;
    if (!this.#scheduled) this.flush();
  }

  /** Forgets what waits; nothing is sent any more. */
  close(): void {
    this.#closed = true;
    this.#n = [];
    this.#v = [];
    this.#q = [];
    this.#t = [];
    this.#head = 0;
    this.#latest.clear();
  }

  #flushSoon(): void {
    this.#scheduled = true;
    const wait = this.#pace > 0 ? this.#flushedAt + this.#pace - performance.now() : 0;
    if (wait > 0) setTimeout(() => this.flush(), wait);
    else this.#schedule(() => this.flush());
  }

  /** Sends at once what waits, as far as the window allows. */
  flush(): void {
    this.#scheduled = false;
    if (this.#pace > 0) this.#flushedAt = performance.now();
    while (!this.#closed && this.waiting > 0 && this.#seq - this.#acked < this.#window) {
      const batch = this.#take();
      this.#seq += 1;
      this.#send(this.#seq, batch);
    }
  }

  #take(): ValueBatch {
    const from = this.#head;
    const most = Math.min(this.#n.length, from + this.#batchSize);
    let weight = 0;
    let good = true;
    let to = from;
    while (to < most && (to === from || weight < this.#batchWeight)) {
      weight += weigh(this.#v[to]);
      if (this.#q[to] !== 0) good = false;
      to += 1;
    }
    const whole = from === 0 && to === this.#n.length;
    const columns = whole
      ? { n: this.#n, v: this.#v, t: this.#t }
      : { n: this.#n.slice(from, to), v: this.#v.slice(from, to), t: this.#t.slice(from, to) };
    const batch: ValueBatch = good ? columns : { ...columns, q: whole ? this.#q : this.#q.slice(from, to) };
    this.#weight -= weight;
    this.#head = to;
    // Moving the rest down only when it is the smaller part keeps the cost per value constant.
    if (this.#head * 2 >= this.#n.length) {
      this.#base += this.#head;
      this.#n = whole ? [] : this.#n.slice(this.#head);
      this.#v = whole ? [] : this.#v.slice(this.#head);
      this.#q = whole ? [] : this.#q.slice(this.#head);
      this.#t = whole ? [] : this.#t.slice(this.#head);
      this.#head = 0;
    }
    return batch;
  }
}

const SCALAR = 8;
const MEMBER = 16;

/** About the bytes a value takes as JSON, without making the text. Of any depth: it does not call itself. */
export function weigh(value: unknown): number {
  if (typeof value === "string") return value.length + SCALAR;
  if (typeof value !== "object" || value === null) return SCALAR;
  let sum = 0;
  const open: object[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    sum += SCALAR;
    // A list's members have no names to weigh.
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (members !== next) for (const name in next) sum += name.length;
    for (const member of members) {
      sum += MEMBER;
      if (typeof member === "object" && member !== null) open.push(member);
      else sum += SCALAR + (typeof member === "string" ? member.length : 0);
    }
  }
  return sum;
}
