/**
 * One thing's figures over 7 days in two rings: every 15 s for a day, and means of 5 min for the week. Both have
 * their full size from the first write on.
 */
import path from "node:path";
import { RingFile, type RingRecord } from "./ring-file.ts";

export const SAMPLE_SECONDS = 15;
const FINE = { step: SAMPLE_SECONDS, slots: 5_760 };
const COARSE = { step: 300, slots: 2_016 };
const MOST_POINTS = 720;

export interface Figures {
  /** Seconds. */
  interval: number;
  records: RingRecord[];
}

export class Series {
  readonly fields: readonly string[];
  readonly #fine: RingFile;
  readonly #coarse: RingFile;
  /** The samples of the present 5 min. */
  #part: { number: number; samples: number[][] } = { number: 0, samples: [] };

  /** `name` is a file name without ending. */
  constructor(folder: string, name: string, fields: readonly string[]) {
    this.fields = fields;
    this.#fine = new RingFile(path.join(folder, `${name}.day`), { ...FINE, fields: fields.length });
    this.#coarse = new RingFile(path.join(folder, `${name}.week`), { ...COARSE, fields: fields.length });
  }

  put(ts: number, values: readonly number[]): void {
    this.#fine.put(ts, values);
    const number = Math.floor(ts / (COARSE.step * 1000));
    if (number !== this.#part.number) this.#part = { number, samples: [] };
    this.#part.samples.push([...values]);
    this.#coarse.put(ts, means(this.#part.samples));
  }

  async flush(): Promise<void> {
    await this.#fine.flush();
    await this.#coarse.flush();
  }

  /** The last `minutes`, at most 720 points; more are averaged. */
  async since(minutes: number, now: number): Promise<Figures> {
    const ring = minutes * 60 <= FINE.step * FINE.slots ? this.#fine : this.#coarse;
    const { step } = ring.shape;
    const width = Math.max(1, Math.ceil((minutes * 60) / step / MOST_POINTS));
    const records = await ring.read(now - minutes * 60_000, now);
    const groups = new Map<number, RingRecord[]>();
    for (const record of records) {
      const group = Math.floor((record.ts - 1) / (step * width * 1000));
      const members = groups.get(group);
      if (members) members.push(record);
      else groups.set(group, [record]);
    }
    return {
      interval: step * width,
      records: [...groups.values()].map((members) => ({
        ts: Math.min(members.at(-1)?.ts ?? 0, now),
        values: means(members.map(({ values }) => values)),
      })),
    };
  }
}

function means(rows: readonly (readonly number[])[]): number[] {
  const [first] = rows;
  if (!first) return [];
  return first.map((_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0) / rows.length);
}
