/** Telegrams that differ, each awaited where it comes out again. */
import { pause } from "../support/product.ts";

/** What is between the measurement and the program that passes telegrams on. */
export interface Bus {
  write(target: number, data: string): void;
  /** Called for each write on the bus. */
  onWrite: (target: number, data: string) => void;
}

/** Group addresses 1/2/1 to 1/2/10, passed on to 1/3/1 to 1/3/10. */
export const PAIRS = 10;
export const FROM = 0x0a00;
export const TO = 0x0b00;
const LOST_MS = 60_000;

export interface Outcome {
  /** ms from the telegram to what it caused, ascending. */
  times: number[];
  lost: number;
  /** From the first telegram to the last that came out. */
  seconds: number;
}

export class Rounds {
  readonly #bus: Bus;
  readonly #waiting = new Map<string, (now: number) => void>();
  #value = 0;

  constructor(bus: Bus) {
    this.#bus = bus;
    bus.onWrite = (target, data) => this.#waiting.get(`${target} ${data}`)?.(performance.now());
  }

  /** ms; undefined: it did not come out. */
  one(lost = LOST_MS): Promise<number | undefined> {
    this.#value += 1;
    const pair = 1 + (this.#value % PAIRS);
    const data = this.#value.toString(16).padStart(8, "0");
    const key = `${TO + pair} ${data}`;
    return new Promise((resolve) => {
      const over = (ms: number | undefined) => {
        clearTimeout(late);
        this.#waiting.delete(key);
        resolve(ms);
      };
      const late = setTimeout(() => over(undefined), lost);
      const sent = performance.now();
      this.#waiting.set(key, (now) => over(now - sent));
      this.#bus.write(FROM + pair, data);
    });
  }

  /** By the clock, whatever comes out. */
  async steadily(perSecond: number, seconds: number): Promise<Outcome> {
    const begun = performance.now();
    const all: Promise<number | undefined>[] = [];
    for (let n = 0; n < perSecond * seconds; n += 1) {
      await pause(Math.max(0, begun + (n * 1_000) / perSecond - performance.now()) / 1_000);
      all.push(this.one());
    }
    return outcome(await Promise.all(all), begun);
  }

  async atOnce(count: number): Promise<Outcome> {
    const begun = performance.now();
    return outcome(await Promise.all(Array.from({ length: count }, () => this.one())), begun);
  }

  /** Each as soon as the one before came out. */
  async oneByOne(count: number): Promise<Outcome> {
    const begun = performance.now();
    const times: (number | undefined)[] = [];
    for (let n = 0; n < count; n += 1) times.push(await this.one());
    return outcome(times, begun);
  }
}

function outcome(times: (number | undefined)[], begun: number): Outcome {
  const came = times.filter((time) => time !== undefined);
  return {
    times: came.sort((a, b) => a - b),
    lost: times.length - came.length,
    seconds: (performance.now() - begun) / 1_000,
  };
}
