/**
 * Memory for what is being received and waits, of all callers together. When it is full, the caller that holds most of it loses the
 * largest one: whoever sends little is never turned away for those who send much.
 */
export interface Reading {
  destroy(): unknown;
}

export class ByteRoom {
  readonly #most: number;
  readonly #held = new Map<Reading, { caller: string; bytes: number }>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** More of it has come. @returns whether it may go on; another one that may not is ended */
  take(reading: Reading, caller: string, bytes: number): boolean {
    const own = this.#held.get(reading) ?? { caller, bytes: 0 };
    own.bytes += bytes;
    this.#bytes += bytes;
    this.#held.set(reading, own);
    while (this.#bytes > this.#most) {
      const largest = this.#largest();
      if (!largest) break;
      this.leave(largest);
      if (largest === reading) return false;
      largest.destroy();
    }
    return true;
  }

  /** So much of it waits no longer. */
  give(reading: Reading, bytes: number): void {
    const own = this.#held.get(reading);
    if (!own) return;
    own.bytes -= bytes;
    this.#bytes -= bytes;
  }

  leave(reading: Reading): void {
    this.#bytes -= this.#held.get(reading)?.bytes ?? 0;
    this.#held.delete(reading);
  }

  #largest(): Reading | undefined {
    const sums = new Map<string, number>();
    for (const { bytes, caller } of this.#held.values()) sums.set(caller, (sums.get(caller) ?? 0) + bytes);
    const most = Math.max(...sums.values());
    let found: { reading: Reading; bytes: number } | undefined;
    for (const [reading, { bytes, caller }] of this.#held) {
      if (sums.get(caller) === most && bytes > (found?.bytes ?? -1)) found = { reading, bytes };
    }
    return found?.reading;
  }
}
