/** The newest points of one channel over a span of time, one a second at most, in memory of a fixed size. */
export type Point = [ts: number, value: number | null];

const STEP_MS = 1_000;

export class PointRing {
  readonly #times: Float64Array;
  /** NaN where the value was bad. */
  readonly #values: Float64Array;
  /** Points ever begun; the newest is at `(#count - 1) % length`. */
  #count = 0;

  /** `span` in ms. */
  constructor(span: number) {
    // One more, so that the value at the beginning of the span is known as well.
    const length = Math.ceil(span / STEP_MS) + 1;
    this.#times = new Float64Array(length);
    this.#values = new Float64Array(length);
  }

  /** Within a second the last value wins. A clock that was put back begins anew. */
  add(ts: number, value: number | null): void {
    const length = this.#times.length;
    const newest = this.#times[(this.#count - 1) % length] ?? 0;
    if (ts < newest - STEP_MS) this.#count = 0;
    const same = this.#count > 0 && Math.floor(newest / STEP_MS) >= Math.floor(ts / STEP_MS);
    const place = same ? this.#count - 1 : this.#count;
    this.#times[place % length] = ts;
    this.#values[place % length] = value ?? Number.NaN;
    this.#count = place + 1;
  }

  /** Points later than `since`, oldest first. */
  after(since: number): Point[] {
    return this.#all().filter(([ts]) => ts > since);
  }

  /** Points from `from` on, led by the value that held then. */
  from(from: number): Point[] {
    const all = this.#all();
    const first = all.findLast(([ts]) => ts <= from);
    return [...(first ? [[from, first[1]] satisfies Point] : []), ...all.filter(([ts]) => ts > from)];
  }

  #all(): Point[] {
    const length = this.#times.length;
    const points: Point[] = [];
    for (let at = Math.max(0, this.#count - length); at < this.#count; at += 1) {
      const value = this.#values[at % length] ?? Number.NaN;
      points.push([this.#times[at % length] ?? 0, Number.isNaN(value) ? null : value]);
    }
    return points;
  }
}
