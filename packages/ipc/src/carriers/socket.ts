/**
 * A Unix or TCP socket as a carrier: one JSON object a line.
 *
 * Invariants: a line that is too long, no JSON object, too deep, or that its handler fails on ends the connection and
 * nothing else. With a budget, one who sends more than it allows is read more slowly, and one who does not end a line within
 * `LINE_WITHIN` is disconnected. One who does not read is disconnected once he is owed more than `OWED_LIMIT`.
 */
import type { Socket } from "node:net";
import type { Budget } from "../budget.ts";
import { messageCost, pieceCost } from "../budget.ts";
import { FrameError, frame, LineCutter, parseFrame, readLines } from "../lines.ts";
import type { Carrier } from "../pod-messages.ts";
import { texts } from "../texts.ts";

export interface SocketCarrier<S, R> extends Carrier<S, R> {
  /** Longest line accepted from the other end, bytes. */
  lineLimit: number;
  readonly busy: boolean;
  onDrain(handler: () => void): void;
}

export interface SocketCarrierOptions {
  budget?: Budget;
  /** The handler of a message failed: a defect of this end. */
  defect?: (error: unknown) => void;
  /** With a budget: a line that has not ended by then ends the connection, ms. */
  lineWithin?: number;
}

const BUSY = 64 * 1024;
/** The largest message there is takes a quarter of it, at the pace that a budget allows. ms */
const LINE_WITHIN = 60_000;
/** Given to what was sent before the end, ms. */
const FAREWELL = 500;
/** Beyond the largest message there is: one that must be sent may be as large as it is. */
const OWED_LIMIT = 128 * 1024 * 1024;

export function socketCarrier<S extends object, R>(
  socket: Socket,
  lineLimit: number,
  { budget, defect, lineWithin = LINE_WITHIN }: SocketCarrierOptions = {},
): SocketCarrier<S, R> {
  let receive: (message: R) => void = () => {};
  let offence: string | undefined;
  let closing = false;
  let resting: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  const endLine = () => {
    clearTimeout(late);
    late = undefined;
  };
  const cutter = new LineCutter(lineLimit, (line) => {
    // The next one has its own time: who sends much has always begun one.
    endLine();
    if (socket.destroyed || closing) return;
    if (budget && !budget.spend(messageCost(0))) rest(budget.wait);
    receive(parseFrame(line) as R);
  });
  const rest = (ms: number) => {
    if (socket.isPaused()) return;
    socket.pause();
    resting = setTimeout(() => socket.resume(), ms);
  };
  socket.once("close", () => {
    endLine();
    clearTimeout(resting);
  });
  const took = (bytes: number) => {
    if (!budget || socket.destroyed) return;
    if (!budget.spend(pieceCost(bytes))) rest(budget.wait);
    if (cutter.begun > 0)
      late ??= setTimeout(() => {
        offence ??= texts.cut;
        socket.destroy();
      }, lineWithin);
  };
  const failed = (error: unknown) => {
    if (!(error instanceof FrameError)) defect?.(error);
    offence ??= texts.garbledMessage;
  };
  readLines(socket, cutter, failed, took);
  return {
    get lineLimit() {
      return cutter.limit;
    },
    set lineLimit(bytes) {
      cutter.limit = bytes;
    },
    get busy() {
      return socket.writableLength > BUSY;
    },
    send(message) {
      if (!socket.writable) return;
      const owed = socket.writableLength;
      if (owed > OWED_LIMIT) {
        offence ??= texts.notReading;
        socket.destroy();
        return;
      }
      socket.write(frame(message));
    },
    onMessage(handler) {
      receive = handler;
    },
    onClose(handler) {
      if (socket.closed) setImmediate(() => handler(offence));
      else socket.once("close", () => handler(offence));
    },
    onDrain(handler) {
      socket.on("drain", handler);
    },
    close() {
      if (socket.destroyed || closing) return;
      closing = true;
      // What was sent still leaves. A peer that does not read it, or goes on sending, does not hold us up.
      socket.end();
      const timer = setTimeout(() => socket.destroy(), FAREWELL);
      socket.once("close", () => clearTimeout(timer));
    },
  };
}
