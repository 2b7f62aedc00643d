/**
 * Live data for people of the central. A stream cannot be sent over question and answer, so each call brings what came since the one
 * before; what nobody fetches fills a small buffer and then holds the stream up, like that of every slow reader. One that is not asked for
 * any more ends.
 *
 *     await watches.read(key, () => open());    // the first of a key opens it
 *     watches.end();                            // all: the site allows less
 */
import type { Readable } from "node:stream";
import type { Clock } from "@hubwart/core";
import { type RoutedAnswer, routedRefusal } from "@hubwart/fleet";
import { texts } from "./texts.ts";

export interface OpenedWatch {
  stream: Readable;
  /** Everything behind it. */
  close: () => void;
}

/** The refusal where it was not opened. */
export type Opening = OpenedWatch | RoutedAnswer;

interface Watch {
  key: string;
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

export class RemoteWatches {
  readonly #clock: Clock;
  readonly #watches = new Map<string, Watch>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param key whose it is, with what that may, and its name */
  async read(key: string, open: () => Promise<Opening>): Promise<RoutedAnswer> {
    const watch = this.#watches.get(key) ?? this.#opened(key, open);
    if (!watch) return routedRefusal(503, 503, texts.tooManyWatches);
    watch.cancel();
    watch.cancel = this.#clock.after(ASKED_WITHIN, () => this.#forget(watch));
    const opened = await watch.opening.catch((error: unknown) => {
      this.#forget(watch);
      throw error;
    });
    if (!("stream" in opened)) {
      this.#forget(watch);
      return opened;
    }
    const text: unknown = opened.stream.read();
    if (typeof text === "string")
      return { v: 1, status: 200, type: TYPE, body: pieceOf(text, opened.stream) };
    // One that was forgotten while it was being opened has ended as well.
    if (this.#watches.get(key) === watch && !opened.stream.readableEnded && !opened.stream.destroyed)
      return { v: 1, status: 200, type: TYPE, body: "" };
    this.#forget(watch);
    return routedRefusal(410, 410, texts.watchEnded);
  }

  end(): void {
    for (const watch of this.#watches.values()) this.#forget(watch);
  }

  /** Undefined where there is no room. */
  #opened(key: string, open: () => Promise<Opening>): Watch | undefined {
    if (this.#watches.size >= MOST) return undefined;
    const watch: Watch = { key, opening: open(), cancel: () => undefined };
    this.#watches.set(key, watch);
    return watch;
  }

  /** Once; another one may have its name by then. */
  #forget(watch: Watch): void {
    watch.cancel();
    if (this.#watches.get(watch.key) !== watch) return;
    this.#watches.delete(watch.key);
    void watch.opening.then(
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
