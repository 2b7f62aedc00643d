/** Values on their way, each told apart by its lane (a topic, a path, a device, …) and its number. */
import { pause } from "../support/product.ts";

const LONGEST_MS = 60_000;
/** Between two values of the same lane, at the least: field devices may send 50 a second. */
const REST_MS = 25;

export class Lanes {
  readonly #waiting = new Map<string, () => void>();
  #value = 0;

  arrived(lane: number, value: number | string): void {
    this.#waiting.get(`${lane} ${Number(value)}`)?.();
  }

  /** ms until one value has come out. */
  async one(
    lane: number,
    send: (lane: number, value: number) => unknown,
    longest = LONGEST_MS,
  ): Promise<number> {
    this.#value = 1 + (this.#value % 30_000);
    const value = this.#value;
    const key = `${lane} ${value}`;
    const sent = performance.now();
    return await new Promise((resolve, reject) => {
      const over = () => {
        clearTimeout(late);
        this.#waiting.delete(key);
      };
      const late = setTimeout(() => {
        over();
        reject(new Error(`value ${value} of lane ${lane} did not arrive`));
      }, longest);
      this.#waiting.set(key, () => {
        over();
        resolve(performance.now() - sent);
      });
      Promise.resolve(send(lane, value)).catch(reject);
    });
  }

  /** One after the other with a rest, so that they meet every moment of an interval. @returns ms of each */
  async rounds(count: number, send: (lane: number, value: number) => unknown): Promise<number[]> {
    const times: number[] = [];
    for (let n = 0; n < count; n += 1) {
      times.push(await this.one(0, send));
      await pause((REST_MS + ((n * 37) % 100)) / 1_000);
    }
    return times;
  }

  /** As many on their way as there are lanes, the next of each as soon as the one before came out. @returns how many came */
  async flood(
    lanes: number,
    seconds: number,
    send: (lane: number, value: number) => unknown,
  ): Promise<number> {
    const end = performance.now() + seconds * 1_000;
    let came = 0;
    const run = async (lane: number) => {
      while (performance.now() < end) {
        await this.one(lane, send);
        came += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
    return came;
  }
}
