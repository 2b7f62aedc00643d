/**
 * Requests to what did not answer last time take all sockets but one, so that those that do answer always find one.
 *
 *     const lane = new SlowLane(connections);
 *     await lane.run("GET /a", () => client.request(…));
 */
import { HttpFailure } from "../shared/http/request.ts";

/** A path may hold the value that is sent, so there is no end of them. */
const MOST_KNOWN = 1_000;

export class SlowLane {
  readonly #places: number;
  readonly #slow = new Set<string>();
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(connections: number) {
    this.#places = Math.max(1, connections - 1);
  }

  async run<T>(what: string, request: () => Promise<T>): Promise<T> {
    if (!this.#slow.has(what)) return await this.#watched(what, request);
    if (this.#busy >= this.#places) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy += 1;
    try {
      return await this.#watched(what, request);
    } finally {
      // The place is handed on, if somebody waits for it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }

  async #watched<T>(what: string, request: () => Promise<T>): Promise<T> {
    try {
      const answer = await request();
      this.#slow.delete(what);
      return answer;
    } catch (error) {
      if (error instanceof HttpFailure && error.unreachable) this.#note(what);
      throw error;
    }
  }

  #note(what: string): void {
    if (this.#slow.size >= MOST_KNOWN) this.#slow.clear();
    this.#slow.add(what);
  }
}
