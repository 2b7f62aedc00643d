/**
 * Frames of the Unix sockets: one JSON document a line (RFC 8259 text, `\n` at its end, UTF-8).
 *
 *     const lines = new LineCutter(64 * 1024, (text) => …);
 *     readLines(socket, lines);
 *
 * Invariant: never holds more than twice one line's limit and one chunk, in however many pieces the line comes. A longer line
 * throws FrameError; the connection is then unusable and its owner ends it.
 */
import type { Socket } from "node:net";
import { DEEPEST_VALUE, tooDeep, withinBounds } from "@hubwart/core";

const NEWLINE = 0x0a;
const EMPTY = Buffer.alloc(0);

/** The other end does not speak our language. */
export class FrameError extends Error {}

export class LineCutter {
  /** Longest line accepted, bytes. May grow once the other end has proven who it is. */
  limit: number;
  readonly #onLine: (text: string) => void;
  /** The beginning of a line, in front; each piece as an object of its own would cost more than a hundred of its bytes. */
  #begun: Buffer = EMPTY;
  #length = 0;

  constructor(limit: number, onLine: (text: string) => void) {
    this.limit = limit;
    this.#onLine = onLine;
  }

  /** Bytes of a line that has not ended. */
  get begun(): number {
    return this.#length;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      const text = this.#line(chunk.subarray(from, at));
      from = at + 1;
      if (text !== "") this.#onLine(text);
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  #line(end: Buffer): string {
    this.#judge(end.length);
    if (this.#length === 0) return end.toString("utf8");
    this.#keep(end);
    const text = this.#begun.toString("utf8", 0, this.#length);
    this.#begun = EMPTY;
    this.#length = 0;
    return text;
  }

  #keep(part: Buffer): void {
    this.#judge(part.length);
    const length = this.#length + part.length;
    if (length > this.#begun.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * length, this.limit)));
      this.#begun.copy(larger, 0, 0, this.#length);
      this.#begun = larger;
    }
    part.copy(this.#begun, this.#length);
    this.#length = length;
  }

  #judge(more: number): void {
    if (this.#length + more > this.limit) throw new FrameError(`a line is longer than ${this.limit} bytes`);
  }
}

/**
 * Feeds what a socket receives to a cutter. A line that is none of our language, or that whoever handles it fails on,
 * ends the connection and nothing else; the close that follows an error says all there is to know of it.
 */
export function readLines(
  socket: Socket,
  cutter: LineCutter,
  ended: (error: unknown) => void,
  took: (bytes: number) => void = () => undefined,
): void {
  socket.on("data", (chunk: Buffer) => {
    try {
      cutter.push(chunk);
      took(chunk.length);
    } catch (error) {
      socket.destroy();
      ended(error);
    }
  });
  socket.on("error", () => undefined);
}

/** Longer lines are looked at before they are parsed: each of their characters may cost fifty bytes. */
const LONG_LINE = 64 * 1024;
/** A value, and what carries it. */
const DEEPEST_LINE = DEEPEST_VALUE + 8;
const MOST_MEMBERS = 1_000_000;

/** The object on a line; FrameError for anything else. */
export function parseFrame(line: string): Record<string, unknown> {
  if (line.length > LONG_LINE && !withinBounds(line, { depth: DEEPEST_LINE, members: MOST_MEMBERS })) {
    throw new FrameError("a line has too many levels or members");
  }
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new FrameError("a line is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new FrameError("a line is no object");
  if (tooDeep(value, DEEPEST_LINE)) throw new FrameError("a line has too many levels");
  return value as Record<string, unknown>;
}

export function frame(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
