/**
 * One connection to a device, a gateway or a serial line: requests and their answers, in either framing.
 *
 * Invariants: one request at a time; an answer that comes after its timeout never answers a later
 * request (Modbus TCP: transaction id; RTU: the line is left to settle for one more timeout, and what
 * arrives meanwhile is dropped; the next answer that may be the late one is not trusted, see `#assured`).
 * `closed` is called once, when the connection has ended by itself.
 */
import type { Socket } from "node:net";
import type { Clock } from "@hubwart/core";
import { LineConnection } from "../shared/line-connection.ts";
import { ModbusClosed, ModbusTimeout } from "../shared/modbus/exceptions.ts";
import { MbapReader, mbapFrame } from "../shared/modbus/mbap.ts";
import { expectedLength, RtuReader, rtuFrame } from "../shared/modbus/rtu.ts";
import type { Carrier } from "./carrier.ts";
import { texts } from "./texts.ts";

export interface LinkOptions {
  carrier: Omit<Carrier, "open">;
  /** Time to wait for an answer, ms; on a serial line beside the time that request and answer take. */
  timeout: number;
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
  readonly #connection: LineConnection;
  readonly #options: LinkOptions;
  readonly #mbap = new MbapReader();
  readonly #rtu = new RtuReader();
  #transaction = 0;
  #waiting: Waiting | undefined;
  #settled: Promise<void> = Promise.resolve();
  /** RTU: units and functions whose last request timed out. */
  readonly #owed = new Set<number>();
  /** When something was last heard, monotonic ms. */
  #heard = Number.NEGATIVE_INFINITY;

  constructor(socket: Socket, options: LinkOptions) {
    this.#options = options;
    const { carrier, clock, closed } = options;
    this.#connection = new LineConnection(socket, {
      carrier,
      clock,
      heard: (chunk) => this.#feed(chunk),
      over: () => this.#waiting?.fail(new ModbusClosed("closed")),
      closed,
    });
  }

  get open(): boolean {
    return this.#connection.open;
  }

  /** The answer's PDU, an exception included. Throws ModbusTimeout or ModbusClosed. */
  async request(unit: number, request: Buffer): Promise<Buffer> {
    const kind = kindOf(unit, request);
    const owed = this.#owed.has(kind);
    const first = await this.#ask(unit, request);
    if (!owed) return first;
    const answer = await this.#assured(unit, request, first);
    this.#owed.delete(kind);
    return answer;
  }

  /**
   * The first answer after a timeout may be the late one: a gateway that stalled answers everything in order, and a device
   * may have missed what came while it was busy. A read is asked again after a silence. A write must not be done twice, so
   * its answer counts if no other one follows.
   */
  async #assured(unit: number, request: Buffer, first: Buffer): Promise<Buffer> {
    const limit = this.#limit(request);
    if (isRead(request)) {
      this.#settle(limit);
      return await this.#ask(unit, request);
    }
    try {
      await this.#listen(unit, request, limit);
    } catch (error) {
      if (error instanceof ModbusTimeout) return first;
      throw error;
    }
    this.#settle(limit);
    throw new ModbusTimeout(texts.unitLate(unit));
  }

  async #ask(unit: number, request: Buffer): Promise<Buffer> {
    await this.#quiet();
    if (!this.open) throw new ModbusClosed("closed");
    this.#transaction = (this.#transaction % 0xffff) + 1;
    const { carrier, timeout } = this.#options;
    const rtu = carrier.framing === "rtu";
    this.#rtu.clear();
    this.#connection.write(rtu ? rtuFrame(unit, request) : mbapFrame(this.#transaction, unit, request));
    try {
      return await this.#listen(unit, request, this.#limit(request));
    } catch (error) {
      if (rtu && error instanceof ModbusTimeout) {
        this.#owed.add(kindOf(unit, request));
        this.#settle(timeout);
      }
      throw error;
    }
  }

  async #listen(unit: number, request: Buffer, limit: number): Promise<Buffer> {
    const { clock, timeout } = this.#options;
    let cancel: () => void = () => undefined;
    try {
      return await new Promise<Buffer>((done, fail) => {
        this.#waiting = { unit, request, transaction: this.#transaction, done, fail };
        cancel = clock.after(limit, () => fail(new ModbusTimeout(texts.unitSilent(unit, timeout))));
        this.#takeRtu();
      });
    } finally {
      cancel();
      this.#waiting = undefined;
    }
  }

  /** RTU only: to all units; none answers. */
  async broadcast(request: Buffer): Promise<void> {
    await this.#quiet();
    if (!this.open) throw new ModbusClosed("closed");
    const frame = rtuFrame(0, request);
    this.#connection.write(frame);
    this.#settle(this.#onLine(frame.length) + TURNAROUND_MS);
  }

  /** Ends the connection without a call of `closed`. */
  close(): void {
    this.#connection.close();
  }

  /** Frames on a serial line are told apart by the silence between them. */
  async #quiet(): Promise<void> {
    await this.#settled;
    const { carrier, clock } = this.#options;
    if (!carrier.timing) return;
    const rest = Math.ceil(this.#heard + carrier.timing.gapMs - clock.monotonic());
    if (rest <= 0) return;
    this.#settle(rest);
    await this.#settled;
  }

  /** How long so many bytes take on a serial line, ms. */
  #onLine(bytes: number): number {
    return Math.ceil(bytes * (this.#options.carrier.timing?.charMs ?? 0));
  }

  /** How long an answer may take, ms. */
  #limit(request: Buffer): number {
    return this.#options.timeout + this.#onLine(request.length + 3 + expectedLength(request));
  }

  #settle(ms: number): void {
    this.#settled = this.#connection.wait(ms);
  }

  #feed(chunk: Buffer): void {
    const waiting = this.#waiting;
    const { carrier, clock } = this.#options;
    if (carrier.framing === "rtu") {
      if (carrier.timing) this.#heard = clock.monotonic();
      if (!waiting) return;
      this.#rtu.push(chunk);
      this.#takeRtu();
      return;
    }
    try {
      for (const frame of this.#mbap.push(chunk)) {
        if (frame.transaction === waiting?.transaction) waiting.done(frame.pdu);
      }
    } catch {
      this.#connection.end(texts.noModbus(carrier.target));
    }
  }

  #takeRtu(): void {
    const waiting = this.#waiting;
    const answer = waiting && this.#rtu.take(waiting.unit, waiting.request);
    if (answer) waiting.done(answer);
  }
}

/** Unit and function: a late answer fits requests that have both. */
function kindOf(unit: number, request: Buffer): number {
  return unit * 256 + (request[0] ?? 0);
}

function isRead(request: Buffer): boolean {
  return (request[0] ?? 0) <= 4;
}
