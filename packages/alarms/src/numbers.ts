/**
 * Up to where numbers may have been given, beside the journal: one that is damaged must not give them again, since messages that are
 * out name them and pods know messages by them. Written once for a thousand.
 *
 *     const numbers = new Numbers(folder);
 *     numbers.reserve({ nr: 17 });              // on the disk when it returns
 *     numbers.least;                            // nothing at or below it may be given by a journal that begins anew
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import path from "node:path";

const FILE = "numbers.json";
const AHEAD = 1_000;
const NAMES = ["nr", "untold", "maintenance"] as const;

export type Counters = Record<(typeof NAMES)[number], number>;

export class Numbers {
  readonly #file: string;
  readonly #least: Counters;

  constructor(folder: string) {
    this.#file = path.join(folder, FILE);
    this.#least = read(this.#file);
  }

  get least(): Counters {
    return { ...this.#least };
  }

  /** @throws Error of the disk */
  reserve(counters: Partial<Counters>): void {
    const short = NAMES.filter((name) => (counters[name] ?? 0) > this.#least[name]);
    if (short.length === 0) return;
    const next = { ...this.#least };
    for (const name of short) next[name] = (counters[name] ?? 0) + AHEAD;
    write(this.#file, JSON.stringify(next));
    Object.assign(this.#least, next);
  }
}

function read(file: string): Counters {
  try {
    const found = JSON.parse(readFileSync(file, "utf8")) as Partial<Record<string, unknown>>;
    const of = (name: string) => (Number.isSafeInteger(found[name]) ? Number(found[name]) : 0);
    return { nr: of("nr"), untold: of("untold"), maintenance: of("maintenance") };
  } catch {
    // Not there yet, or damaged as well.
    return { nr: 0, untold: 0, maintenance: 0 };
  }
}

/** The old one or the new one, whatever happens meanwhile. */
function write(file: string, text: string): void {
  const fresh = `${file}.new`;
  const handle = openSync(fresh, "w", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  const folder = openSync(path.dirname(file), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
