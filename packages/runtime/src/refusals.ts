/**
 * The last refusal of each channel: what the other side said to a request, since when, and how often. It stands until a
 * request of the same kind succeeds. Told to the hub at most once a second, each channel once.
 *
 * An interface of which nothing works, though its connection stands, says why.
 */
import type { Clock } from "@hubwart/core";
import type { PodLoad, Refusal, RefusalReport } from "@hubwart/ipc";
import { texts } from "./texts.ts";

export type Request = "read" | "write";

interface Standing extends Refusal {
  what: Request;
}

/** Of the requests of a channel. */
const UNKNOWN = 0;
const GOOD = 1;
/** One kind is refused, the other one succeeds. */
const PARTLY = 2;
const REFUSED = 3;

const EVERY = 1_000;
/** Reports in one message. */
export const MOST_REFUSALS = 1_000;

export interface RefusalsReport {
  told: (refusals: RefusalReport[]) => void;
  /** Nothing of the interface works, German; undefined: something does. */
  trouble: (iface: string, text: string | undefined) => void;
}

interface Iface {
  works: number;
  refused: number;
  trouble: string | undefined;
}

export class Refusals {
  readonly #clock: Clock;
  readonly #channels: PodLoad["channels"];
  readonly #report: RefusalsReport;
  readonly #states: Uint8Array;
  readonly #ifaces = new Map<string, Iface>();
  readonly #standing = new Map<number, Standing>();
  readonly #changed = new Set<number>();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, channels: PodLoad["channels"], report: RefusalsReport) {
    this.#clock = clock;
    this.#channels = channels;
    this.#report = report;
    this.#states = new Uint8Array(channels.length);
    for (const { iface } of channels) {
      this.#ifaces.set(iface, { works: 0, refused: 0, trouble: undefined });
    }
  }

  /** `what`: absent, what the channel is for. */
  refused(index: number, text: string, what = this.#usual(index)): void {
    const before = this.#standing.get(index);
    const now = this.#clock.now();
    this.#standing.set(index, {
      text,
      what,
      since: before?.since ?? now,
      last: now,
      count: (before?.count ?? 0) + 1,
    });
    const works = this.#states[index] === PARTLY && before?.what === what;
    const otherKind = before === undefined && this.#states[index] === GOOD && what !== this.#usual(index);
    this.#turn(index, works || otherKind ? PARTLY : REFUSED);
    this.#told(index);
  }

  succeeded(index: number, what: Request): void {
    if (this.#states[index] === GOOD) return;
    const standing = this.#standing.get(index);
    if (standing && standing.what !== what) {
      this.#turn(index, PARTLY);
      return;
    }
    this.#turn(index, GOOD);
    if (!this.#standing.delete(index)) return;
    this.#told(index);
  }

  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const changed = [...this.#changed];
    this.#changed.clear();
    for (let at = 0; at < changed.length; at += MOST_REFUSALS) {
      this.#report.told(changed.slice(at, at + MOST_REFUSALS).map((n) => this.#reportOf(n)));
    }
  }

  /** Nothing more is told. */
  end(): void {
    this.#cancel?.();
    this.#cancel = () => undefined;
  }

  #reportOf(n: number): RefusalReport {
    const standing = this.#standing.get(n);
    if (!standing) return { n };
    const { what: _, ...refusal } = standing;
    return { n, refusal };
  }

  /** One failure is none yet, and the first reason stays: others would only change the text again and again. */
  #trouble({ trouble }: Iface, index: number): string | undefined {
    const standing = this.#standing.get(index);
    if (trouble !== undefined || !standing || standing.count < 2) return trouble;
    return texts.noChannelWorks(standing.text);
  }

  #usual(index: number): Request {
    return this.#channels[index]?.dir === "out" ? "write" : "read";
  }

  #told(index: number): void {
    this.#changed.add(index);
    this.#cancel ??= this.#clock.after(EVERY, () => this.flush());
  }

  #turn(index: number, next: number): void {
    const id = this.#channels[index]?.iface ?? "";
    const iface = this.#ifaces.get(id);
    if (!iface) return;
    const before = this.#states[index] ?? UNKNOWN;
    iface.works += Number(works(next)) - Number(works(before));
    iface.refused += Number(next === REFUSED) - Number(before === REFUSED);
    this.#states[index] = next;
    const trouble = iface.refused === 0 || iface.works > 0 ? undefined : this.#trouble(iface, index);
    if (trouble === iface.trouble) return;
    iface.trouble = trouble;
    this.#report.trouble(id, trouble);
  }
}

const works = (state: number): boolean => state === GOOD || state === PARTLY;
