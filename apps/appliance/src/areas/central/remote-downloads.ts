/**
 * Files that people of the central ask for, piece by piece. What nobody fetches stays in the stream that it comes from, which waits as for any
 * slow reader; one that is not asked for any more ends.
 */
import { createHash, type Hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Clock } from "@hubwart/core";
import { pieceMessage, type RoutedAnswer, routedRefusal, TRANSFER_LIMITS } from "@hubwart/fleet";
import type { HubAnswer } from "@hubwart/fleet/uplink";
import { type Closed, Held } from "./held.ts";
import { texts } from "./texts.ts";

export interface OpenedFile extends Closed {
  stream: Readable;
  name: string;
  /** Bytes, where known. */
  size: number | undefined;
}

interface Under extends Closed {
  pieces: AsyncIterator<Buffer>;
  /** Read from the stream, and not sent yet. */
  rest: Buffer;
  ended: boolean;
  at: number;
  hash: Hash;
  /** One piece at a time. */
  busy: boolean;
}

export class RemoteDownloads {
  readonly #held: Held<Under>;
  /** Being opened, which counts as well. */
  #opening = 0;
  /** Another number with each end: what was being opened meanwhile is over. */
  #era = 0;

  constructor(clock: Clock) {
    this.#held = new Held(clock);
  }

  /** @param key whose it is, with what that may, and its name @param signal whose answer it is waits no longer */
  async open(
    key: string,
    open: () => Promise<OpenedFile | RoutedAnswer>,
    signal: AbortSignal,
  ): Promise<RoutedAnswer> {
    if (this.#held.full || this.#opening >= TRANSFER_LIMITS.atOnce)
      return routedRefusal(503, 503, texts.tooManyFiles);
    const era = this.#era;
    let free = () => {
      this.#opening -= 1;
      free = () => undefined;
    };
    this.#opening += 1;
    // What makes a file may take for ever; others go on.
    signal.addEventListener("abort", () => free(), { once: true });
    try {
      const opened = await open();
      if (!("stream" in opened)) return opened;
      const { close, name, size, stream } = opened;
      const pieces = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      const hash = createHash("sha256");
      const under: Under = { pieces, rest: Buffer.alloc(0), ended: false, at: 0, hash, busy: false, close };
      if (signal.aborted || era !== this.#era || !this.#held.add(key, under)) {
        close();
        return routedRefusal(503, 503, texts.tooManyFiles);
      }
      return {
        v: 1,
        status: 200,
        body: JSON.stringify({ code: 0, name, ...(size !== undefined && { size }) }),
      };
    } finally {
      free();
    }
  }

  /** @param at bytes that the central has; another number than was sent ends it */
  async read(key: string, at: number, signal: AbortSignal): Promise<HubAnswer> {
    const under = this.#held.get(key);
    if (!under) return routedRefusal(410, 410, texts.fileOver);
    const drop = () => this.#held.drop(key);
    if (under.busy || under.at !== at) {
      drop();
      return routedRefusal(409, 409, texts.fileOver);
    }
    under.busy = true;
    signal.addEventListener("abort", drop, { once: true });
    try {
      await fill(under);
    } catch {
      drop();
      return routedRefusal(500, 500, texts.fileBroken);
    } finally {
      signal.removeEventListener("abort", drop);
      under.busy = false;
    }
    const bytes = under.rest.subarray(0, TRANSFER_LIMITS.piece);
    under.rest = under.rest.subarray(bytes.length);
    under.hash.update(bytes);
    under.at += bytes.length;
    if (under.at > TRANSFER_LIMITS.down) {
      drop();
      return routedRefusal(413, 413, texts.fileTooLarge(TRANSFER_LIMITS.down));
    }
    const last = under.ended && under.rest.length === 0;
    if (last) drop();
    return pieceMessage({ v: 1, at, last, ...(last && { sha256: under.hash.digest("hex") }) }, bytes);
  }

  drop(key: string): void {
    this.#held.drop(key);
  }

  /** All: the site allows less, or nobody is there any more. */
  end(): void {
    this.#era += 1;
    this.#held.end();
  }
}

/** Until there is a piece, or no more. A piece that is full tells whether it was the last only once the next is asked for. */
async function fill(under: Under): Promise<void> {
  const parts = [under.rest];
  let length = under.rest.length;
  while (length < TRANSFER_LIMITS.piece && !under.ended) {
    const { done, value } = await under.pieces.next();
    if (done === true) under.ended = true;
    else {
      parts.push(value);
      length += value.length;
    }
  }
  if (parts.length > 1) under.rest = Buffer.concat(parts);
}
