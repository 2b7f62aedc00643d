/** Reads that a person asked for, until the line's loop comes to them. */
import { UnavailableError } from "@hubwart/core";
import { texts } from "./texts.ts";

export interface AskedRead<Point, Raw> {
  point: Point;
  done: (raw: Raw) => void;
  fail: (reason: string) => void;
}

export class AskedReads<Point, Raw> {
  #reads: AskedRead<Point, Raw>[] = [];

  add(point: Point, signal: AbortSignal): Promise<Raw> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new UnavailableError(reason));
      const read = { point, done: resolve, fail };
      this.#reads.push(read);
      signal.addEventListener("abort", () => {
        this.#reads = this.#reads.filter((other) => other !== read);
        fail(texts.requestCancelled);
      });
    });
  }

  take(): AskedRead<Point, Raw> | undefined {
    return this.#reads.shift();
  }

  failAll(reason: string): void {
    for (const read of this.#reads.splice(0)) read.fail(reason);
  }
}
