/** Files on their way to a browser: a ticket for each, good once, and no more at a time than the central bears. */
import { randomBytes } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { type Clock, DeniedError, UnavailableError } from "@hubwart/core";
import { texts } from "./texts.ts";

export interface Download {
  /** As the browser is to call it. */
  name: string;
  /** Bytes. */
  size: number;
  /** Ends by itself when nobody reads it any more. */
  stream: Readable;
}

interface Asked {
  file: string;
  name: string;
}

const TICKET_MS = 60_000;
const MOST_TICKETS = 1_000;
const MOST_AT_ONCE = 8;
const PIECE = 256 * 1024;
/** A reader that takes nothing for so long is gone. */
const IDLE_MS = 60_000;

export class Downloads {
  readonly #clock: Clock;
  readonly #tickets = new Map<string, Asked & { until: number }>();
  #atOnce = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ticket(asked: Asked): string {
    const now = this.#clock.monotonic();
    for (const [ticket, { until }] of this.#tickets) if (until < now) this.#tickets.delete(ticket);
    if (this.#tickets.size >= MOST_TICKETS) throw new UnavailableError(texts.manyDownloads);
    const ticket = randomBytes(24).toString("base64url");
    this.#tickets.set(ticket, { ...asked, until: now + TICKET_MS });
    return ticket;
  }

  /** @throws DeniedError; UnavailableError */
  async take(ticket: string): Promise<Download> {
    const asked = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (!asked || asked.until < this.#clock.monotonic()) throw new DeniedError(texts.ticketOver);
    if (this.#atOnce >= MOST_AT_ONCE) throw new UnavailableError(texts.manyDownloads);
    this.#atOnce += 1;
    let handle: FileHandle | undefined;
    try {
      handle = await open(asked.file, "r");
      const { size } = await handle.stat();
      return { name: asked.name, size, stream: this.#streamOf(handle) };
    } catch (cause) {
      await handle?.close();
      this.#atOnce -= 1;
      throw new UnavailableError(texts.gone, { cause });
    }
  }

  #streamOf(handle: FileHandle): Readable {
    const clock = this.#clock;
    const waits = () => clock.after(IDLE_MS, () => stream.destroy());
    const stream: Readable = Readable.from(
      piecesOf(handle, waits, () => begins()),
      { objectMode: false, highWaterMark: PIECE },
    );
    const begins = waits();
    stream.once("close", () => {
      begins();
      this.#atOnce -= 1;
      void handle.close().catch(() => undefined);
    });
    return stream;
  }
}

/** @param waits begins to wait for the reader; what it returns ends that @param begun somebody reads */
async function* piecesOf(
  handle: FileHandle,
  waits: () => () => void,
  begun: () => void,
): AsyncGenerator<Buffer> {
  begun();
  for (;;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
    if (bytesRead === 0) return;
    const taken = waits();
    try {
      yield buffer.subarray(0, bytesRead);
    } finally {
      taken();
    }
  }
}
