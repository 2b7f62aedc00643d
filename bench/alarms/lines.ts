/** The journal as another process reads it: what it finds is on the disk. */
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

export interface Line {
  seq: number;
  what: string;
  id: string;
  nr: number;
}

/** ms between two looks; what is measured is late by half of it on average. */
export const LOOK_EVERY = 2;

export class Lines {
  readonly #db;
  readonly #read;
  #seq = 0;

  constructor(folder: string) {
    this.#db = new DatabaseSync(path.join(folder, "alarms.db"), { readOnly: true });
    this.#read = this.#db.prepare("SELECT seq, what, id, nr FROM journal WHERE seq > ? ORDER BY seq");
  }

  /** Those that came since the last call. */
  news(): Line[] {
    const lines = this.#read.all(this.#seq) as unknown as Line[];
    this.#seq = lines.at(-1)?.seq ?? this.#seq;
    return lines;
  }

  close(): void {
    this.#db.close();
  }
}
