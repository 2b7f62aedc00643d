/**
 * Answers the requests of a connection in small portions: between two of them the other connections have their turn, and no
 * more is answered than the other end reads. Nothing new is read of the connection until all are answered.
 *
 *     const portions = new Portions(socket, (frames) => answersTo(frames), () => budget.wrote(socket));
 *     portions.push(frames);
 */
import type { Socket } from "node:net";
import type { MbapFrame } from "../shared/modbus/mbap.ts";

/** Requests at once: at most a millisecond. */
const PORTION = 32;

export class Portions {
  readonly #socket: Socket;
  readonly #answer: (frames: readonly MbapFrame[]) => Buffer;
  readonly #wrote: () => void;
  #waiting: MbapFrame[] = [];
  /** More follows by itself. */
  #underWay = false;

  /** @param answer of so many requests, in their order */
  constructor(socket: Socket, answer: (frames: readonly MbapFrame[]) => Buffer, wrote: () => void) {
    this.#socket = socket;
    this.#answer = answer;
    this.#wrote = wrote;
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
    if (portion.length === 0) return void socket.resume();
    const read = socket.write(this.#answer(portion));
    this.#wrote();
    if (read && this.#waiting.length === 0) return void socket.resume();
    this.#underWay = true;
    socket.pause();
    if (read) setImmediate(() => this.#next());
    else socket.once("drain", () => this.#next());
  }
}
