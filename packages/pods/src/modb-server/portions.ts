/**
 * Answers the requests of a connection in small portions: between two of them the other connections have their turn, and no
 * more is answered than the other end reads. Nothing new is read of the connection until all are answered. Who has asked and
 * closed its side is answered all the same; then the connection ends.
 *
 *     const portions = new Portions(socket, (frames) => answersTo(frames), () => budget.wrote(socket));
 *     portions.push(frames);
 */
import type { Socket } from "node:net";
import type { MbapFrame } from "../shared/modbus/mbap.ts";

/** Requests at once: of many connections that ask on and on, each waits for a portion of all others. */
const PORTION = 8;

export class Portions {
  readonly #socket: Socket;
  readonly #answer: (frames: readonly MbapFrame[]) => Buffer;
  readonly #wrote: () => void;
  #waiting: MbapFrame[] = [];
  /** More follows by itself. */
  #underWay = false;
  /** The other end asks no more. */
  #closing = false;

  /** @param answer of so many requests, in their order */
  constructor(socket: Socket, answer: (frames: readonly MbapFrame[]) => Buffer, wrote: () => void) {
    this.#socket = socket;
    this.#answer = answer;
    this.#wrote = wrote;
    socket.once("end", () => {
      this.#closing = true;
      if (!this.#underWay) this.#done();
    });
  }

  push(frames: readonly MbapFrame[]): void {
    this.#waiting.push(...frames);
    if (!this.#underWay) this.#next();
  }

  #next(): void {
    this.#underWay = false;
    const socket = this.#socket;
    if (!socket.writable) {
      this.#waiting = [];
      return;
    }
    const portion = this.#waiting.splice(0, PORTION);
    if (portion.length === 0) return this.#done();
    const read = socket.write(this.#answer(portion));
    this.#wrote();
    if (read && this.#waiting.length === 0) return this.#done();
    this.#underWay = true;
    socket.pause();
    if (read) setImmediate(() => this.#next());
    else socket.once("drain", () => this.#next());
  }

  #done(): void {
    if (this.#closing) this.#socket.end();
    else this.#socket.resume();
  }
}
