/**
 * When which request of an interface is sent next. Times are monotonic ms.
 *
 * A range that the CPU refuses is parted until the refused variable stands alone; that one is asked ever more
 * seldom, and the others are planned anew without it, so that they take the fewest requests again.
 *
 * A request over which the connection ends is asked apart from the others, after them and ever more seldom; it is parted
 * likewise, so that one variable that a CPU hangs up over, or answers by garbage, takes no other one with it.
 */
import { Backoff } from "@hubwart/core";
import { halves, type Limits, type Piece, planRequests, type Request } from "./plan.ts";
import type { Point } from "./point.ts";

export interface Poll {
  request: Request;
  interval: number;
  due: number;
  /** Part of a refused range, or a refused variable. */
  apart: boolean;
  /** The connection ended over it. */
  cut?: Cut;
}

interface Cut {
  points: readonly Point[];
  interval: number;
  backoff: Backoff;
  due: number;
}

/** Refusals that concern a data block as a whole: parting the range would find nothing. */
const WHOLE: ReadonlySet<number> = new Set([0x03, 0x0a]);

export class Polls {
  readonly #points: readonly Point[];
  readonly #maxGap: number;
  readonly #refused = new Map<Point, Backoff>();
  readonly #cuts = new Set<Cut>();
  #limits: Limits = { pdu: 0, maxGap: 0 };
  #polls: Poll[] = [];
  #searching = 0;

  constructor(points: readonly Point[], maxGap: number) {
    this.#points = points;
    this.#maxGap = maxGap;
  }

  /**
   * Plans afresh, all due now: behind a new connection may be another program. The order of the turns stays, so that
   * connections which end early do not always read the same first requests.
   */
  restart(pdu: number, now: number): void {
    const turns = new Map<Point, number>();
    for (const [turn, { request }] of this.#polls.toSorted((a, b) => a.due - b.due).entries()) {
      for (const { points } of request) for (const point of points) turns.set(point, turn);
    }
    this.#limits = { pdu, maxGap: this.#maxGap };
    this.#refused.clear();
    this.#searching = 0;
    this.#polls = [];
    this.#plan(now);
    const turnOf = ({ request }: Poll): number =>
      Math.min(...request.flatMap(({ points }) => points.map((point) => turns.get(point) ?? 0)));
    this.#polls.sort((a, b) => turnOf(a) - turnOf(b));
    const cuts = [...this.#cuts];
    this.#cuts.clear();
    for (const cut of cuts) this.#planCut(cut, now);
  }

  /** The connection ended over the request; `restart` follows. */
  broke({ cut, interval, request }: Poll, now: number): void {
    const points = request.flatMap((piece) => piece.points);
    const middle = cut && points.length > 1 ? points.length >> 1 : points.length;
    if (cut) this.#cuts.delete(cut);
    const backoff = cut && points.length === 1 ? cut.backoff : new Backoff(500, 10_000);
    for (const part of [points.slice(0, middle), points.slice(middle)]) {
      if (part.length > 0) this.#cuts.add({ points: part, interval, backoff, due: now + backoff.next() });
    }
  }

  next(): Poll | undefined {
    let best: Poll | undefined;
    for (const poll of this.#polls) if (best === undefined || poll.due < best.due) best = poll;
    return best;
  }

  /** `refused` are the ranges of the request that the CPU did not give, with its return codes. */
  done(poll: Poll, refused: ReadonlyMap<Piece, number>, now: number): void {
    if (poll.cut) {
      this.#cuts.delete(poll.cut);
      this.#polls.splice(this.#polls.indexOf(poll), 1);
      for (const [piece, code] of refused) this.#part(piece, code, poll.interval, now);
      this.#plan(now);
      return;
    }
    const searched = poll.apart && !this.#isRefused(poll.request);
    if (searched) this.#searching -= 1;
    if (!poll.apart) poll.request = poll.request.filter((piece) => !refused.has(piece));
    if (poll.apart || poll.request.length === 0) this.#polls.splice(this.#polls.indexOf(poll), 1);
    else poll.due = Math.max(poll.due + poll.interval, now);
    const cured = poll.apart && !searched && refused.size === 0;
    if (cured)
      for (const piece of poll.request) for (const point of piece.points) this.#refused.delete(point);
    for (const [piece, code] of refused) this.#part(piece, code, poll.interval, now);
    if ((searched && this.#searching === 0) || cured) this.#plan(now);
  }

  /** How many variables the CPU refuses. */
  get refused(): number {
    return this.#refused.size;
  }

  /** Whether the range is refused for good, not parted to find out what of it is. */
  holds(piece: Piece): boolean {
    return this.#isRefused([piece]);
  }

  #isRefused(request: Request): boolean {
    return request.every((piece) => piece.points.every((point) => this.#refused.has(point)));
  }

  #part(piece: Piece, code: number, interval: number, now: number): void {
    const parts = WHOLE.has(code) ? undefined : halves(piece, this.#limits);
    if (parts) {
      for (const request of parts) this.#polls.push({ request, interval, due: now, apart: true });
      for (const { points } of parts.flat()) for (const point of points) this.#refused.delete(point);
      this.#searching += parts.length;
      return;
    }
    const [first] = piece.points;
    const backoff = (first && this.#refused.get(first)) ?? new Backoff(1000, 60_000);
    for (const point of piece.points) this.#refused.set(point, backoff);
    const due = now + Math.max(interval, backoff.next());
    this.#polls.push({ request: [piece], interval, due, apart: true });
  }

  /** Plans all variables that are not refused; what was due stays due. */
  #plan(now: number): void {
    const before = new Map<number, number>();
    for (const { apart, cut, due, interval } of this.#polls) {
      if (!apart && !cut)
        before.set(interval, Math.min(due, before.get(interval) ?? Number.POSITIVE_INFINITY));
    }
    this.#polls = this.#polls.filter(({ apart, cut }) => apart || cut);
    for (const [interval, points] of this.#byInterval()) {
      for (const request of planRequests(points, this.#limits)) {
        this.#polls.push({ request, interval, due: before.get(interval) ?? now, apart: false });
      }
    }
  }

  /** A connection with a smaller PDU may take several requests for it. */
  #planCut(whole: Cut, now: number): void {
    const due = Math.max(whole.due, now);
    for (const request of planRequests(whole.points, this.#limits)) {
      const cut = { ...whole, points: request.flatMap(({ points }) => points) };
      this.#cuts.add(cut);
      this.#polls.push({ request, interval: whole.interval, due, apart: false, cut });
    }
  }

  #byInterval(): Map<number, Point[]> {
    const groups = new Map<number, Point[]>();
    const cut = new Set([...this.#cuts].flatMap(({ points }) => points));
    for (const point of this.#points) {
      if (this.#refused.has(point) || cut.has(point)) continue;
      const group = groups.get(point.interval);
      if (group) group.push(point);
      else groups.set(point.interval, [point]);
    }
    return groups;
  }
}
