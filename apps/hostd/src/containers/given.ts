/**
 * What follows a request to load: chunks of an archive, a line each. Holds a few of them, then the other end waits.
 *
 *     const given = new Given(socket, clock, handedOn);
 *     given.line(text);                  // each line after the request
 *     given.close();                     // nothing more comes
 *     for await (const bytes of given) …   // fails if it was cut off
 */
import type { Socket } from "node:net";
import { addOnGiven } from "@hubwart/containers/remote";
import { type Clock, UnavailableError } from "@hubwart/core";
import { FrameError, parseFrame } from "@hubwart/ipc";
import { texts } from "../texts.ts";

const MOST_WAITING = 32;
/** Whoever sends nothing for so long has gone. */
const SILENT_MS = 60_000;

export class Given implements AsyncIterable<Uint8Array> {
  readonly #socket: Pick<Socket, "pause" | "resume">;
  readonly #clock: Clock;
  readonly #handedOn: (bytes: number) => void;
  readonly #waiting: { bytes: Buffer; length: number }[] = [];
  #state: "open" | "whole" | "cut" = "open";
  #wake: () => void = () => undefined;

  /** @param handedOn told how many bytes of lines wait no longer */
  constructor(socket: Pick<Socket, "pause" | "resume">, clock: Clock, handedOn: (bytes: number) => void) {
    this.#handedOn = handedOn;
    this.#socket = socket;
    this.#clock = clock;
  }

  /** @throws FrameError for anything but a chunk or the end */
  line(text: string): void {
    const parsed = addOnGiven.safeParse(parseFrame(text));
    if (!parsed.success || this.#state !== "open") throw new FrameError("not a part of an archive");
    if ("end" in parsed.data) this.#state = "whole";
    else this.#waiting.push({ bytes: Buffer.from(parsed.data.chunk, "base64"), length: text.length + 1 });
    if (this.#waiting.length >= MOST_WAITING) this.#socket.pause();
    this.#wake();
  }

  close(): void {
    if (this.#state === "open") this.#state = "cut";
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next) {
        yield next.bytes;
        this.#handedOn(next.length);
        if (this.#waiting.length === 0) this.#socket.resume();
      } else if (this.#state === "whole") return;
      else if (this.#state === "cut") throw new UnavailableError(texts.archiveIncomplete);
      else await this.#more();
    }
  }

  async #more(): Promise<void> {
    const cancel = this.#clock.after(SILENT_MS, () => this.close());
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    cancel();
  }
}
