/** An engine that accepts and then stays silent is as good as away: whatever is asked of it ends, with an error that says so. */
import { Readable } from "node:stream";
import { type Clock, UnavailableError } from "@hubwart/core";
import { texts } from "../texts.ts";
import { translated } from "./errors.ts";

/** What only reads, ms. */
export const ANSWER_MS = 20_000;
/** What changes something of a container, on a slow disk, ms. */
export const CHANGE_MS = 2 * 60_000;
/** Between two signs of a stream that does not end by itself, ms. */
export const SIGN_MS = 5 * 60_000;

export class Patience {
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A call whose answer is due within `ms`; `signal` aborts it then. */
  within<T>(ms: number, call: (signal: AbortSignal) => Promise<T>, said = texts.engineSilent): Promise<T> {
    const controller = new AbortController();
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.after(ms, () => {
        controller.abort();
        reject(new UnavailableError(said));
      });
    });
    return Promise.race([translated(() => call(controller.signal)), late]).finally(cancel);
  }

  /** A stream of the engine: each part is due within `SIGN_MS` from when somebody waits for it. */
  async *flowing(source: Readable, said = texts.engineSilent): AsyncGenerator<Buffer> {
    const wait = () => this.#clock.after(SIGN_MS, () => source.destroy(new UnavailableError(said)));
    let cancel = wait();
    try {
      for await (const part of source) {
        cancel();
        yield part as Buffer;
        cancel = wait();
      }
    } finally {
      cancel();
      source.destroy();
    }
  }

  /** A stream to the engine, which has to take each part, and to answer after the last, within `SIGN_MS`; `late` is called otherwise. */
  given(
    source: AsyncIterable<Uint8Array>,
    late: (error: Error) => void,
  ): { stream: Readable; end: () => void } {
    let cancel = () => {};
    const wait = () => {
      cancel = this.#clock.after(SIGN_MS, () => late(new UnavailableError(texts.engineSilent)));
    };
    async function* watched(): AsyncGenerator<Uint8Array> {
      try {
        for await (const part of source) {
          wait();
          yield part;
          cancel();
        }
      } catch (error) {
        // It would leave the engine waiting for the rest.
        late(error as Error);
        throw error;
      }
      wait();
    }
    return { stream: Readable.from(watched(), { objectMode: false }), end: () => cancel() };
  }
}
