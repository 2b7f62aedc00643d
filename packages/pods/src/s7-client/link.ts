/**
 * One connection to a CPU: connects, negotiates the PDU, then one request at a time.
 *
 * Invariants: an answer counts only for the request that waits, by its reference; whatever cannot be
 * understood ends the connection, because nothing after it can be trusted. `closed` is called once, when an
 * established connection has ended by itself.
 */

import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { texts as runtimeTexts } from "@hubwart/runtime/texts";
import { connectRequest, dataPacket, FrameError, PacketReader } from "./frames.ts";
import {
  type Answer,
  type ItemAnswer,
  JobRefused,
  PduError,
  parseAnswer,
  type Range,
  readAnswer,
  readJob,
  setupAnswer,
  setupJob,
  type WriteItem,
  writeAnswer,
  writeJob,
} from "./pdu.ts";
import { slicesOf } from "./plan.ts";
import { answerReason, type Concern, concernOf, disconnectReason } from "./reasons.ts";
import { texts } from "./texts.ts";

export interface LinkOptions {
  localTsap: number;
  remoteTsap: number;
  /** Asked for. */
  pdu: number;
  /** Time to wait for an answer, ms. */
  timeout: number;
  /** For messages. */
  target: string;
  clock: Clock;
}

/** The connection has ended, with the reason in German. */
export class S7Closed extends Error {}

/** The CPU refuses a request altogether, with the reason in German; the connection stays. */
export class S7Refused extends Error {
  readonly concern: Concern;
  constructor(code: number) {
    super(answerReason(code));
    this.concern = concernOf(code);
  }
}

/** A smaller PDU carries no useful answer. */
const SMALLEST_PDU = 64;

interface Waiting {
  /** undefined: a connection confirm is awaited. */
  reference: number | undefined;
  done: (answer: Answer) => void;
  fail: (error: Error) => void;
}

const CONFIRMED: Answer = { reference: 0, error: 0, parameters: Buffer.alloc(0), data: Buffer.alloc(0) };

export class S7Link {
  readonly #socket: Socket;
  readonly #options: LinkOptions;
  readonly #reader = new PacketReader();
  #reference = 0;
  #waiting: Waiting | undefined;
  #open = true;
  #reason = "";
  #established = false;
  #closed: (reason: string) => void = () => undefined;
  /** Negotiated; bytes. */
  pdu = 0;

  /** The socket is connected. Throws S7Closed. */
  static async over(socket: Socket, options: LinkOptions, closed: (reason: string) => void): Promise<S7Link> {
    const link = new S7Link(socket, options);
    try {
      await link.#setUp();
    } catch (error) {
      link.close();
      throw error;
    }
    link.#established = true;
    link.#closed = closed;
    return link;
  }

  private constructor(socket: Socket, options: LinkOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("data", (chunk: Buffer) => this.#feed(chunk));
    socket.on("error", (error) => this.#end(netErrorText(error, options.target)));
    socket.on("close", () =>
      this.#end(this.#established ? runtimeTexts.hungUp(options.target) : texts.hungUpEarly(options.target)),
    );
  }

  get open(): boolean {
    return this.#open;
  }

  /** The answers in the order of the ranges. Throws S7Refused or S7Closed. */
  async read(ranges: readonly Range[]): Promise<ItemAnswer[]> {
    const only = ranges[0];
    if (ranges.length === 1 && only) {
      const slices = slicesOf(only, this.pdu);
      if (slices.length > 1) return [await this.#readSlices(slices)];
    }
    return await this.#job(
      (reference) => readJob(reference, ranges),
      (answer) => readAnswer(answer, ranges),
    );
  }

  async #readSlices(slices: readonly Range[]): Promise<ItemAnswer> {
    const parts: Buffer[] = [];
    for (const slice of slices) {
      const [answer] = await this.#job(
        (reference) => readJob(reference, [slice]),
        (found) => readAnswer(found, [slice]),
      );
      if (!answer) throw new S7Closed("no answer");
      if ("refused" in answer) return answer;
      parts.push(answer.bytes);
    }
    return { bytes: Buffer.concat(parts) };
  }

  /** The return code of each item; undefined is success. Throws S7Refused or S7Closed. */
  async write(items: readonly WriteItem[]): Promise<(number | undefined)[]> {
    return await this.#job(
      (reference) => writeJob(reference, items),
      (answer) => writeAnswer(answer, items.length),
    );
  }

  /** Ends the connection without a call of `closed`. */
  close(reason = "closed"): void {
    if (!this.#open) return;
    this.#open = false;
    this.#reason = reason;
    this.#socket.destroy();
    this.#waiting?.fail(new S7Closed(reason));
  }

  async #setUp(): Promise<void> {
    const { localTsap, pdu, remoteTsap } = this.#options;
    await this.#exchange(undefined, connectRequest(localTsap, remoteTsap));
    this.pdu = await this.#job((reference) => setupJob(reference, pdu), setupAnswer).catch(
      (error: unknown) => {
        throw error instanceof S7Refused ? new S7Closed(error.message) : error;
      },
    );
    if (this.pdu < SMALLEST_PDU || this.pdu > pdu) throw new S7Closed(this.#unfit());
  }

  async #job<T>(build: (reference: number) => Buffer, parse: (answer: Answer) => T): Promise<T> {
    this.#reference = (this.#reference % 0xffff) + 1;
    const answer = await this.#exchange(this.#reference, dataPacket(build(this.#reference)));
    try {
      return parse(answer);
    } catch (error) {
      if (error instanceof JobRefused) throw new S7Refused(error.code);
      if (!(error instanceof PduError)) throw error;
      this.#end(this.#unfit());
      throw new S7Closed(this.#unfit());
    }
  }

  async #exchange(reference: number | undefined, bytes: Buffer): Promise<Answer> {
    if (!this.#open) throw new S7Closed(this.#reason);
    const { clock, target, timeout } = this.#options;
    let cancel: () => void = () => undefined;
    try {
      return await new Promise<Answer>((done, fail) => {
        this.#waiting = { reference, done, fail };
        cancel = clock.after(timeout, () => this.#end(texts.noAnswerWithin(target, timeout)));
        this.#socket.write(bytes);
      });
    } finally {
      cancel();
      this.#waiting = undefined;
    }
  }

  #feed(chunk: Buffer): void {
    if (!this.#open) return;
    try {
      for (const packet of this.#reader.push(chunk)) {
        if (packet.t === "disconnect") {
          this.#end(`${this.#options.target}: ${disconnectReason(packet.reason)}`);
          return;
        }
        const answer = packet.t === "confirm" ? CONFIRMED : parseAnswer(packet.pdu);
        const reference = packet.t === "confirm" ? undefined : answer?.reference;
        if (answer && this.#waiting && this.#waiting.reference === reference) this.#waiting.done(answer);
      }
    } catch (error) {
      if (!(error instanceof FrameError) && !(error instanceof PduError)) throw error;
      this.#end(this.#unfit());
    }
  }

  #unfit(): string {
    return texts.noS7(this.#options.target);
  }

  #end(reason: string): void {
    if (!this.#open) return;
    this.close(reason);
    this.#closed(reason);
  }
}
