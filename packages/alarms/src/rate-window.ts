/** How far the values of the last minute lie from the newest: twelve spans of five seconds, each with its least and greatest. */
const SPAN = 5_000;
const SPANS = 12;

interface Span {
  /** Number of the span: monotonic time by its length. */
  at: number;
  min: number;
  max: number;
}

export class RateWindow {
  #spans: Span[] = [];
  #newest = 0;

  add(value: number, now: number): void {
    this.#newest = value;
    const at = Math.floor(now / SPAN);
    const last = this.#spans.at(-1);
    if (last?.at === at) {
      last.min = Math.min(last.min, value);
      last.max = Math.max(last.max, value);
    } else this.#spans.push({ at, min: value, max: value });
    this.#forget(now);
  }

  /** Greatest distance of the newest value from those of the last minute. */
  distance(now: number): number {
    this.#forget(now);
    return this.#spans.reduce(
      (most, { max, min }) => Math.max(most, max - this.#newest, this.#newest - min),
      0,
    );
  }

  #forget(now: number): void {
    const oldest = Math.floor(now / SPAN) - SPANS;
    while ((this.#spans[0]?.at ?? Number.POSITIVE_INFINITY) < oldest) this.#spans.shift();
  }
}
