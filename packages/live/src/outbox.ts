/**
 * What waits for a reader, by key: a newer one takes the place of an older one that has not gone out yet. So a slow reader
 * costs at most one entry per key and gets the newest of each.
 *
 *     const outbox = new Outbox(peer, { open: '{"t":"values","values":[', close: "]}" });
 *     outbox.put("knx.line.temp", '{"chan":…}');
 *     outbox.flush();             // and again from the peer's `onDrain`
 */

interface Way {
  readonly busy: boolean;
  readonly closed: boolean;
  send(text: string): void;
}

/** Characters of a frame, after which the next one begins. */
const FRAME = 32 * 1024;

export class Outbox {
  readonly #way: Way;
  readonly #frame: { open: string; close: string };
  readonly #waiting = new Map<string, string>();
  readonly #most: number;
  /** Values that a newer one replaced before they went out. */
  merged = 0;
  /** Entries that were given up for newer ones. */
  dropped = 0;

  /** @param most entries that wait; the oldest is given up for one more */
  constructor(way: Way, frame: { open: string; close: string }, most = Number.POSITIVE_INFINITY) {
    this.#way = way;
    this.#frame = frame;
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.size;
  }

  put(key: string, json: string): void {
    if (this.#waiting.has(key)) this.merged += 1;
    this.#waiting.set(key, json);
    if (this.#waiting.size <= this.#most) return;
    for (const oldest of this.#waiting.keys()) {
      this.#waiting.delete(oldest);
      this.dropped += 1;
      break;
    }
  }

  drop(key: string): void {
    this.#waiting.delete(key);
  }

  clear(): void {
    this.#waiting.clear();
  }

  /** Sends as much as the other end takes. */
  flush(): void {
    const { open, close } = this.#frame;
    while (this.#waiting.size > 0 && !this.#way.busy && !this.#way.closed) {
      const parts: string[] = [];
      let length = 0;
      for (const [key, json] of this.#waiting) {
        parts.push(json);
        length += json.length;
        this.#waiting.delete(key);
        if (length >= FRAME) break;
      }
      this.#way.send(open + parts.join(",") + close);
    }
  }
}
