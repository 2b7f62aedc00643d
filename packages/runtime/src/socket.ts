/**
 * Opens a TCP or TLS connection for a client protocol.
 *
 *     const socket = await openSocket({ host, port, timeoutMs: 10_000, clock, signal });
 *
 * Resolves when the connection (with TLS: the verified one) stands; rejects with the system's error
 * otherwise. The socket belongs to the caller from then on. `node:tls` is loaded only when it is needed,
 * because it costs an idle pod megabytes.
 */
import { connect, type Socket } from "node:net";
import { type Clock, tlsPeer } from "@hubwart/core";

export interface SocketOptions {
  host: string;
  port: number;
  tls?: { verify: boolean; ca: string | undefined; cert?: string; key?: string };
  /** For the connection and the TLS handshake together. */
  timeoutMs: number;
  clock: Clock;
  signal: AbortSignal;
  /**
   * Receives what arrives, instead of the event `data`. The bytes are valid during the call only: without
   * TLS one buffer serves every read, which spares the garbage collector a chunk per read.
   */
  onRead?: (bytes: Buffer) => void;
}

const READ_BUFFER = 65_536;
/** Above what is written at once, so that one large batch does not count as congestion. */
const WRITE_BUFFER = 262_144;

export async function openSocket(options: SocketOptions): Promise<Socket> {
  const { host, port, onRead } = options;
  const plain = {
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 30_000,
    writableHighWaterMark: WRITE_BUFFER,
  };
  if (!options.tls) {
    const reading = onRead && {
      onread: {
        buffer: Buffer.allocUnsafeSlow(READ_BUFFER),
        callback: (length: number, buffer: Uint8Array) => {
          onRead(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      },
    };
    return await standing(connect({ ...plain, ...reading }), "connect", options);
  }
  const tls = await import("node:tls");
  const socket = tls.connect({ ...plain, ...tlsPeer({ host, ...options.tls }) });
  if (onRead) socket.on("data", onRead);
  return await standing(socket, "secureConnect", options);
}

function standing(
  socket: Socket,
  event: "connect" | "secureConnect",
  { timeoutMs, clock, signal }: SocketOptions,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      cancel();
      signal.removeEventListener("abort", aborted);
      socket.off(event, opened);
      socket.off("error", fail);
      socket.off("close", closed);
    };
    const opened = () => {
      settle();
      resolve(socket);
    };
    const fail = (error: Error) => {
      settle();
      // Later errors of a socket that was given up concern nobody.
      socket.on("error", () => undefined);
      socket.destroy();
      reject(error);
    };
    const closed = () => fail(withCode("closed before it stood", "ECONNRESET"));
    const aborted = () => fail(withCode("ended", "ECONNABORTED"));
    const cancel = clock.after(timeoutMs, () => fail(withCode("timeout", "ETIMEDOUT")));
    socket.once(event, opened);
    socket.once("error", fail);
    socket.once("close", closed);
    signal.addEventListener("abort", aborted);
    if (signal.aborted) aborted();
  });
}

function withCode(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
