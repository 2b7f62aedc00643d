/** How many messages each recipient may still get. A sliding hour; times are monotonic ms. */
const HOUR = 3_600_000;

export class Allowance {
  readonly #perHour: number;
  readonly #sent = new Map<string, number[]>();

  constructor(perHour: number) {
    this.#perHour = perHour;
  }

  left(to: string, now: number): number {
    return this.#perHour - this.#recent(to, now).length;
  }

  /** When one more is allowed. */
  free(to: string, now: number): number {
    const recent = this.#recent(to, now);
    return recent.length < this.#perHour ? now : (recent[0] ?? now) + HOUR;
  }

  use(to: string, now: number): void {
    this.#sent.set(to, [...this.#recent(to, now), now]);
  }

  #recent(to: string, now: number): number[] {
    return (this.#sent.get(to) ?? []).filter((at) => at > now - HOUR);
  }
}
