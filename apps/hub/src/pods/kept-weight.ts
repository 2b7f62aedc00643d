/** What the newest values of a pod weigh together: each channel keeps one, and a pod may have very many channels. */
import { weigh } from "@hubwart/ipc";

const MOST = 64 * 1024 * 1024;
/** Below this a value is no matter. */
const LIGHT = 256;

export class KeptWeight {
  readonly #weights = new Map<number, number>();
  #sum = 0;

  /** False once the channels hold more than a pod may. */
  keep(channel: number, value: unknown): boolean {
    const weight = typeof value === "string" || typeof value === "object" ? weigh(value) : 0;
    const before = this.#weights.get(channel) ?? 0;
    if (weight < LIGHT && before === 0) return true;
    if (weight < LIGHT) this.#weights.delete(channel);
    else this.#weights.set(channel, weight);
    this.#sum += (weight < LIGHT ? 0 : weight) - before;
    return this.#sum <= MOST;
  }
}
