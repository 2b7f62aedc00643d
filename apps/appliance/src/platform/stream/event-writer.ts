/**
 * One caller's server-sent events (WHATWG HTML, 9.2) with bounded memory: a slow reader gets the latest state
 * of each topic, not every one in between. Events that add up (log lines) are limited in number.
 */
import { Readable } from "node:stream";

const HIGH_WATER = 64 * 1024;
const MOST_LINES = 2_000;

export class EventWriter extends Readable {
  #hungry = false;
  /** Topic → how to make the JSON of its next event, asked when the reader has room. */
  readonly #pending = new Map<string, () => string>();
  #lines: unknown[] = [];
  #missed = 0;
  #linesDue = false;
  #beat = false;

  constructor() {
    super({ highWaterMark: HIGH_WATER });
  }

  override _read(): void {
    this.#hungry = true;
    this.#flush();
  }

  /** Replaces what waits for this topic. `make` runs when the event is written. */
  latest(topic: string, make: () => string): void {
    this.#pending.set(topic, make);
    this.#flush();
  }

  /**
   * Adds a line; the oldest waiting ones are dropped and counted when there are too many. Lines of the same turn of the
   * event loop are one event.
   */
  line(entry: unknown): void {
    this.#lines.push(entry);
    if (this.#lines.length > MOST_LINES) {
      this.#lines.shift();
      this.#missed += 1;
    }
    if (this.#linesDue) return;
    this.#linesDue = true;
    setImmediate(() => {
      this.#linesDue = false;
      this.#flush();
    });
  }

  /** Keeps proxies and the reader sure that the connection lives. */
  heartbeat(): void {
    this.#beat = true;
    this.#flush();
  }

  end(): void {
    if (!this.destroyed) this.push(null);
  }

  #flush(): void {
    if (this.destroyed) return;
    if (this.#beat && this.#hungry) {
      this.#beat = false;
      this.#write(":\n\n");
    }
    for (const [topic, make] of this.#pending) {
      if (!this.#hungry) return;
      this.#pending.delete(topic);
      this.#event(topic, make());
    }
    if (this.#lines.length === 0 || !this.#hungry) return;
    const lines = this.#lines;
    const missed = this.#missed;
    this.#lines = [];
    this.#missed = 0;
    this.#event("log", JSON.stringify({ lines, missed }));
  }

  #event(topic: string, json: string): void {
    this.#write(`event: ${topic}\ndata: ${json}\n\n`);
  }

  #write(text: string): void {
    this.#hungry = this.push(text);
  }
}
