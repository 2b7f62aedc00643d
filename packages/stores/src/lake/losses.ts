/** Tells people, by the log, which recorded values are lost. */
import path from "node:path";
import { errorText, type Logger } from "@hubwart/core";
import { texts } from "../texts.ts";

export class Losses {
  readonly #log: Logger;
  /** Files that were told of. */
  readonly #unreadable = new Set<string>();
  readonly #unsettled = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Files that were set aside, by name. */
  damaged(names: readonly string[]): void {
    for (const name of names) {
      this.#log.error(texts.fileUnreadable(name));
    }
  }

  /** Once a file: a chart is drawn again and again. */
  unreadable(file: string, error: unknown): void {
    if (this.#unreadable.has(file)) return;
    this.#unreadable.add(file);
    this.#log.error(texts.missingInCharts(path.basename(file), errorText(error)));
  }

  /** Once a day of the summary, for it is tried again and again. */
  unsettled(day: string, error: unknown): void {
    if (this.#unsettled.has(day)) return;
    this.#unsettled.add(day);
    this.#log.error(texts.correctionUnsettled(day, errorText(error)));
  }
}
