/**
 * One connection to a device or gateway: requests and their answers, in either framing.
 *
 * Invariants: one request at a time; an answer that comes after its timeout never answers a later
 * request (Modbus TCP: transaction id; RTU: the line is left to settle for one more timeout, and what
 * arrives meanwhile is dropped). `closed` is called once, when the connection has ended by itself.
 */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { netErrorText } from "../base/net-errors.ts";
import { ModbusClosed, ModbusTimeout } from "../modbus/exceptions.ts";
import { MbapReader, mbapFrame } from "../modbus/mbap.ts";
import { RtuReader, rtuFrame } from "../modbus/rtu.ts";

export interface LinkOptions {
  mode: "tcp" | "rtu";
  /** Time to wait for an answer, ms. */
  timeout: number;
  /** For messages. */
  target: string;
  clock: Clock;
  /** German reason. */
  closed: (reason: string) => void;
}

/** Time a device may take for a broadcast before the next request, ms (Modbus over Serial Line V1.02, 2.4.1). */
const TURNAROUND_MS = 100;

interface Waiting {
  unit: number;
  request: Buffer;
  transaction: number;
  done: (answer: Buffer) => void;
  fail: (error: Error) => void;
}

export class ModbusLink {
  readonly #socket: Socket;
  readonly #options: LinkOptions;
  readonly #mbap = new MbapReader();
  readonly #rtu = new RtuReader();
  #transaction = 0;
  #waiting: Waiting | undefined;
  #open = true;
  #settled: Promise<void> = Promise.resolve();
  #settleNow: () => void = () => undefined;

  constructor(socket: Socket, options: LinkOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("data", (chunk: Buffer) => this.#feed(chunk));
    socket.on("error", (error) => this.#end(netErrorText(error, options.target)));
    socket.on("close", () => this.#end(`${options.target} hat die Verbindung beendet`));
  }

  get open(): boolean {
    return this.#open;
  }

  /** The answer's PDU, an exception included. Throws ModbusTimeout or ModbusClosed. */
  async request(unit: number, request: Buffer): Promise<Buffer> {
    await this.#settled;
    if (!this.#open) throw new ModbusClosed("closed");
    this.#transaction = (this.#transaction % 0xffff) + 1;
    const transaction = this.#transaction;
    const { clock, mode, timeout } = this.#options;
    let cancel: () => void = () => undefined;
    try {
      return await new Promise<Buffer>((done, fail) => {
        this.#waiting = { unit, request, transaction, done, fail };
        cancel = clock.after(timeout, () => {
          if (mode === "rtu") this.#settle(timeout);
          fail(new ModbusTimeout(`Keine Antwort von Unit-ID ${unit} innerhalb von ${timeout} ms`));
        });
        this.#rtu.clear();
        this.#socket.write(mode === "tcp" ? mbapFrame(transaction, unit, request) : rtuFrame(unit, request));
      });
    } finally {
      cancel();
      this.#waiting = undefined;
    }
  }

  /** RTU only: to all units; none answers. */
  async broadcast(request: Buffer): Promise<void> {
    await this.#settled;
    if (!this.#open) throw new ModbusClosed("closed");
    this.#socket.write(rtuFrame(0, request));
    this.#settle(TURNAROUND_MS);
  }

  /** Ends the connection without a call of `closed`. */
  close(): void {
    this.#open = false;
    this.#socket.destroy();
    this.#settleNow();
    this.#waiting?.fail(new ModbusClosed("closed"));
  }

  #settle(ms: number): void {
    this.#settled = new Promise((resolve) => {
      const cancel = this.#options.clock.after(ms, resolve);
      this.#settleNow = () => {
        cancel();
        resolve();
      };
    });
  }

  #feed(chunk: Buffer): void {
    const waiting = this.#waiting;
    if (this.#options.mode === "rtu") {
      if (!waiting) return;
      this.#rtu.push(chunk);
      const answer = this.#rtu.take(waiting.unit, waiting.request);
      if (answer) waiting.done(answer);
      return;
    }
    try {
      for (const frame of this.#mbap.push(chunk)) {
        if (frame.transaction === waiting?.transaction) waiting.done(frame.pdu);
      }
    } catch {
      this.#end(`${this.#options.target} spricht kein Modbus TCP`);
    }
  }

  #end(reason: string): void {
    if (!this.#open) return;
    this.close();
    this.#options.closed(reason);
  }
}
