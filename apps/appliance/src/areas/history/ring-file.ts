/**
 * Figures over time in a file of fixed size: a ring of slots, one a step of time. The slot of a moment follows
 * from the moment alone, so nothing else has to be kept, and a slot that the present round has not reached yet
 * is recognised by the step it carries.
 *
 *     const ring = new RingFile(file, { step: 15, slots: 5760, fields: 3 });
 *     ring.put(now, [cpu, ram, disk]);       // kept in memory
 *     await ring.flush();                    // to the disk, in as few writes as the ring allows
 *     await ring.read(from, to);             // what the disk and the memory hold, oldest first
 *
 * A record is little-endian: the number of the step (uint32), then one float32 a field. Expendable by design:
 * nothing is synced, a record that makes no sense is left out, a file of another size is begun anew.
 */
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { openOwn } from "@hubwart/core";

export interface RingShape {
  /** Seconds between records. */
  step: number;
  slots: number;
  /** Numbers in a record. */
  fields: number;
}

export interface RingRecord {
  /** ms since the epoch: the end of the step. */
  ts: number;
  values: number[];
}

export class RingFile {
  readonly shape: RingShape;
  readonly #file: string;
  readonly #bytes: number;
  /** Number of the step → values that are not on disk yet. */
  #waiting = new Map<number, number[]>();
  #tail: Promise<void> = Promise.resolve();

  constructor(file: string, shape: RingShape) {
    this.#file = file;
    this.shape = shape;
    this.#bytes = 4 + 4 * shape.fields;
  }

  put(ts: number, values: readonly number[]): void {
    this.#waiting.set(this.#stepOf(ts), [...values]);
  }

  flush(): Promise<void> {
    const run = async () => {
      const waiting = this.#waiting;
      if (waiting.size === 0) return;
      this.#waiting = new Map();
      try {
        await this.#write(waiting);
      } catch (error) {
        // For the next attempt, as far as the ring reaches back.
        this.#waiting = new Map([...waiting, ...this.#waiting].slice(-this.shape.slots));
        throw error;
      }
    };
    const done = this.#tail.then(run);
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** `from` and `to` in ms since the epoch. */
  async read(from: number, to: number): Promise<RingRecord[]> {
    await this.#tail;
    const { step, slots } = this.shape;
    const last = this.#stepOf(to);
    const first = Math.max(this.#stepOf(from), last - slots + 1);
    const content = await this.#content();
    const records: RingRecord[] = [];
    for (let number = first; number <= last; number += 1) {
      const values = this.#waiting.get(number) ?? this.#stored(content, number);
      if (values) records.push({ ts: (number + 1) * step * 1000, values });
    }
    return records;
  }

  #stored(content: Buffer, number: number): number[] | undefined {
    const at = (number % this.shape.slots) * this.#bytes;
    if (at + this.#bytes > content.length || content.readUInt32LE(at) !== number) return undefined;
    const values = Array.from({ length: this.shape.fields }, (_, i) => content.readFloatLE(at + 4 + 4 * i));
    return values.every(Number.isFinite) ? values : undefined;
  }

  async #content(): Promise<Buffer> {
    const handle = await openOwn(this.#file, "r").catch(() => undefined);
    if (!handle) return Buffer.alloc(0);
    try {
      const { size } = await handle.stat();
      return size === this.#size ? await handle.readFile() : Buffer.alloc(0);
    } finally {
      await handle.close();
    }
  }

  async #write(waiting: ReadonlyMap<number, number[]>): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const handle = await openOwn(this.#file, "r+").catch(() => open(this.#file, "w+", 0o600));
    try {
      if ((await handle.stat()).size !== this.#size) {
        await handle.truncate(0);
        // The whole size at once, so that the figures never ask for more room later.
        await handle.write(Buffer.alloc(this.#size));
      }
      for (const run of this.#runs(waiting)) {
        await handle.write(run.bytes, 0, run.bytes.length, run.at);
      }
    } finally {
      await handle.close();
    }
  }

  /** Neighbouring records as one piece. */
  #runs(waiting: ReadonlyMap<number, number[]>): { at: number; bytes: Buffer }[] {
    const runs: { at: number; parts: Buffer[] }[] = [];
    let expected = -1;
    for (const [number, values] of [...waiting].toSorted(([a], [b]) => a - b)) {
      const at = (number % this.shape.slots) * this.#bytes;
      const bytes = Buffer.alloc(this.#bytes);
      bytes.writeUInt32LE(number, 0);
      for (const [i, value] of values.entries()) bytes.writeFloatLE(value, 4 + 4 * i);
      if (at === expected) runs.at(-1)?.parts.push(bytes);
      else runs.push({ at, parts: [bytes] });
      expected = at + this.#bytes;
    }
    return runs.map(({ at, parts }) => ({ at, bytes: Buffer.concat(parts) }));
  }

  get #size(): number {
    return this.shape.slots * this.#bytes;
  }

  #stepOf(ts: number): number {
    return Math.floor(ts / (this.shape.step * 1000));
  }
}
