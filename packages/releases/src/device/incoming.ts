/**
 * Lines and counted bytes from a connection whose other end may be anybody's: never more in memory than a line's limit
 * and one chunk, never longer without a byte than `patience` ms.
 */
import type { Socket } from "node:net";

const NEWLINE = 0x0a;

/** The other end is gone, silent, or does not speak our language. */
export class ConnectionError extends Error {}

export class Incoming {
  readonly #socket: Socket;
  readonly #patience: number;
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, patience: number) {
    this.#socket = socket;
    this.#patience = patience;
    this.#chunks = socket.iterator({ destroyOnReturn: false });
  }

  /** @throws ConnectionError */
  async line(limit: number): Promise<string> {
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const at = this.#rest.indexOf(NEWLINE);
      const part = at < 0 ? this.#rest : this.#rest.subarray(0, at);
      length += part.length;
      if (length > limit) throw new ConnectionError(`a line is longer than ${limit} bytes`);
      parts.push(part);
      if (at >= 0) {
        this.#rest = this.#rest.subarray(at + 1);
        return Buffer.concat(parts).toString("utf8");
      }
      await this.#more();
    }
  }

  /** Exactly so many. @throws ConnectionError */
  async *bytes(count: number): AsyncGenerator<Buffer, void, undefined> {
    let left = count;
    while (left > 0) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** Nothing more is read by this; what comes may be thrown away. */
  async release(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<void> {
    const late = setTimeout(() => this.#socket.destroy(), this.#patience);
    try {
      const { done, value } = await this.#chunks.next();
      if (done === true) throw new ConnectionError("the other end is gone");
      this.#rest = value;
    } catch (error) {
      if (error instanceof ConnectionError) throw error;
      throw new ConnectionError("the other end is gone or silent", { cause: error });
    } finally {
      clearTimeout(late);
    }
  }
}
