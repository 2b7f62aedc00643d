/**
 * A Unix or TCP socket as a carrier: one JSON object a line. A line that is too long or no JSON object ends
 * the connection.
 */
import type { Socket } from "node:net";
import { frame, LineCutter, parseFrame, readLines } from "../lines.ts";
import type { Carrier } from "../pod-messages.ts";

export interface SocketCarrier<S, R> extends Carrier<S, R> {
  /** Longest line accepted from the other end, bytes. */
  lineLimit: number;
}

export function socketCarrier<S extends object, R>(socket: Socket, lineLimit: number): SocketCarrier<S, R> {
  let receive: (message: R) => void = () => {};
  const cutter = new LineCutter(lineLimit, (line) => {
    if (!socket.destroyed) receive(parseFrame(line) as R);
  });
  readLines(socket, cutter);
  return {
    get lineLimit() {
      return cutter.limit;
    },
    set lineLimit(bytes) {
      cutter.limit = bytes;
    },
    send(message) {
      if (socket.writable) socket.write(frame(message));
    },
    onMessage(handler) {
      receive = handler;
    },
    onClose(handler) {
      if (socket.closed) setImmediate(handler);
      else socket.once("close", handler);
    },
    close() {
      if (socket.destroyed) return;
      // What was sent still leaves; a peer that does not read it does not hold us up.
      socket.end();
      socket.setTimeout(500, () => socket.destroy());
    },
  };
}
