/** Moments the graphs mark: starts of the system, the hub and pods, and other project versions. The last 500: none goes by its age, so that a clock that is ahead costs none. */
import path from "node:path";
import { type HistoryMark, historyMark } from "@hubwart/contract";
import { type Clock, errorText, type Logger, readFileIfThere, writeFileAtomic } from "@hubwart/core";
import * as z from "zod/mini";
import { texts } from "./texts.ts";

const MOST = 500;

export class Marks {
  readonly #file: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  #marks: HistoryMark[];
  #changed = false;

  private constructor(file: string, clock: Clock, log: Logger, marks: HistoryMark[]) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
    this.#marks = marks;
  }

  static async open(folder: string, clock: Clock, log: Logger): Promise<Marks> {
    const file = path.join(folder, "marks.json");
    const text = await readFileIfThere(file).catch(() => undefined);
    return new Marks(file, clock, log, parsed(text));
  }

  /** A repeated mark of the same thing at the same time is kept once. */
  add(kind: HistoryMark["kind"], text = "", ts: number = this.#clock.now()): void {
    const known = this.#marks.some((m) => m.kind === kind && m.text === text && Math.abs(m.ts - ts) < 1000);
    if (known) return;
    this.#marks.push({ ts, kind, text });
    if (this.#marks.length > MOST) this.#marks.splice(0, this.#marks.length - MOST);
    this.#changed = true;
  }

  since(minutes: number): HistoryMark[] {
    const now = this.#clock.now();
    return this.#marks.filter(({ ts }) => ts >= now - minutes * 60_000 && ts <= now);
  }

  async save(): Promise<void> {
    if (!this.#changed) return;
    this.#changed = false;
    try {
      await writeFileAtomic(this.#file, JSON.stringify(this.#marks));
    } catch (error) {
      this.#changed = true;
      this.#log.warn(texts.notSaved(errorText(error)));
    }
  }
}

function parsed(text: string | undefined): HistoryMark[] {
  if (text === undefined) return [];
  try {
    return z.array(historyMark).parse(JSON.parse(text)).slice(-MOST);
  } catch {
    return [];
  }
}
