/**
 * What strangers may hold of the server, whatever they do: a number of connections in all, a smaller one for
 * each caller, so that no single one locks the others out, and a time within which a request without a file
 * has to be there whole.
 *
 *     boundConnections(server, { total: 512, perCaller: 64 }, callerOf);
 *     expectSoon(request.raw, 30_000);
 */
import type { IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";

export interface ConnectionLimits {
  total: number;
  perCaller: number;
}

/** Of each port. */
export const CONNECTIONS: ConnectionLimits = { total: 512, perCaller: 64 };

/** Of each port, ms. */
export const TIMES = {
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  /** A request with a file. */
  requestTimeout: 600_000,
  /** Longer than the slowest answer takes to begin, far longer than an event stream is silent. */
  connectionTimeout: 300_000,
  keepAliveTimeout: 65_000,
};

/** @param callerOf who an address belongs to; undefined counts towards the total only */
export function boundConnections(
  server: Server,
  limits: ConnectionLimits,
  callerOf: (address: string) => string | undefined,
): void {
  const held = new Map<string, number>();
  server.maxConnections = limits.total;
  server.on("connection", (socket: Socket) => {
    // Without an address it is gone already.
    const caller = callerOf(socket.remoteAddress ?? "127.0.0.1");
    if (caller === undefined) return;
    const count = (held.get(caller) ?? 0) + 1;
    if (count > limits.perCaller) {
      socket.destroy();
      return;
    }
    held.set(caller, count);
    socket.once("close", () => {
      const left = (held.get(caller) ?? 1) - 1;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
    });
  });
}

/** Ends the connection unless the request's body has arrived within `limit` ms. */
export function expectSoon(request: IncomingMessage, limit: number): void {
  if (request.complete) return;
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy();
  }, limit);
  timer.unref();
  const forget = () => clearTimeout(timer);
  request.once("end", forget);
  request.once("close", forget);
}

/** A proxy on this device speaks for many callers. */
export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return plain === "::1" || plain.startsWith("127.");
}
