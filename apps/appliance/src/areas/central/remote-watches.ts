/**
 * Live data for people of the central. A stream cannot be sent over question and answer, so each call brings what came since the one
 * before; what nobody fetches fills a small buffer and then holds the stream up, as any slow reader does. One that is not asked for
 * any more ends.
 *
 *     await watches.read(key, () => open());    // the first of a key opens it
 *     watches.end();                            // all: the site allows less
 */
import type { Readable } from "node:stream";
import type { Clock } from "@hubwart/core";
import type { RoutedAnswer } from "@hubwart/fleet";
import { texts } from "./texts.ts";

export interface OpenedWatch {
  stream: Readable;
  /** Everything behind it. */
  close: () => void;
}

/** The refusal where it was not opened. */
export type Opening = OpenedWatch | RoutedAnswer;

interface Watch {
  opening: Promise<Opening>;
  /** Of the time after which it ends. */
  cancel: () => void;
}

const MOST = 16;
/** ms; who watches asks every second. */
const ASKED_WITHIN = 10_000;
const TYPE = "text/event-stream";
/** Characters of one answer: a message has a bound, and each may take several bytes. */
const PIECE = 200_000;

const refused = (status: number, message: string): RoutedAnswer => ({
  v: 1,
  status,
  body: JSON.stringify({ code: status, message }),
});

export class RemoteWatches {
  readonly #clock: Clock;
  readonly #watches = new Map<string, Watch>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param key whose it is, with what that may, and its name */
  async read(key: string, open: () => Promise<Opening>): Promise<RoutedAnswer> {
    const known = this.#watches.get(key);
    if (!known && this.#watches.size >= MOST) return refused(503, texts.tooManyWatches);
    known?.cancel();
    const watch = { opening: known?.opening ?? open(), cancel: this.#endLater(key) };
    this.#watches.set(key, watch);
    const opened = await watch.opening.catch((error: unknown) => {
      this.#forget(key, watch);
      throw error;
    });
    if (!("stream" in opened)) {
      this.#forget(key, watch);
      return opened;
    }
    const text: unknown = opened.stream.read();
    if (typeof text === "string")
      return { v: 1, status: 200, type: TYPE, body: pieceOf(text, opened.stream) };
    if (!opened.stream.readableEnded && !opened.stream.destroyed)
      return { v: 1, status: 200, type: TYPE, body: "" };
    this.#forget(key, watch);
    return refused(410, texts.watchEnded);
  }

  end(): void {
    for (const [key, watch] of this.#watches) this.#forget(key, watch);
  }

  #endLater(key: string): () => void {
    return this.#clock.after(ASKED_WITHIN, () => {
      const watch = this.#watches.get(key);
      if (watch) this.#forget(key, watch);
    });
  }

  #forget(key: string, { cancel, opening }: Watch): void {
    cancel();
    this.#watches.delete(key);
    void opening.then(
      (opened) => {
        if ("close" in opened) opened.close();
      },
      () => undefined,
    );
  }
}

/** The rest stays for the next. */
function pieceOf(text: string, stream: Readable): string {
  if (text.length <= PIECE) return text;
  stream.unshift(text.slice(PIECE), "utf8");
  return text.slice(0, PIECE);
}
