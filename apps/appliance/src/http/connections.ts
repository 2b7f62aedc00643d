/**
 * Limits of connections, per caller and in total, and a time within which a request without a file must be complete.
 * `ConnectionPlaces` decides who gets which place, `CallerBudget` what may wait on them.
 *
 *     boundConnections(server, CONNECTIONS, { budget, callerOf });
 *     noteSignedIn(request.raw);               // it showed a valid token
 *     expectSoon(request.raw, 30_000);
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import {
  type CallerBudget,
  type ConnectionPlaces,
  connectionName,
  givePlaces,
  noteRequest,
  type PlaceLimits,
} from "@hubwart/core";

export interface Bounds {
  budget: CallerBudget;
  /** Who an address belongs to. */
  callerOf: (address: string) => string;
}

interface Bound {
  places: ConnectionPlaces<Socket>;
  budget: CallerBudget;
}

const boundsOf = new WeakMap<object, Bound>();

/** Of each port. */
export const CONNECTIONS: PlaceLimits = { total: 512, strangers: 448, perCaller: 64 };

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

/** After whoever answers requests has been added to the server. */
export function boundConnections(server: Server, limits: PlaceLimits, { budget, callerOf }: Bounds): void {
  const places = givePlaces(server, limits, callerOf);
  budget.bound(server);
  server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    noteRequest(places, request, response),
  );
  boundsOf.set(server, { places, budget });
}

/** The request came with a valid token: its connection is no stranger's any more. */
export function noteSignedIn(request: IncomingMessage): void {
  withBounds(request, ({ places, budget }, name) => {
    places.signedIn(name);
    budget.signedIn(request.socket);
  });
}

/** The connection goes on in another protocol, and is not idle as long as it does. */
export function keepPlace(request: IncomingMessage): void {
  withBounds(request, ({ places }, name) => places.begin(name));
}

/** Somebody else counts the connection from now on. */
export function freePlace(request: IncomingMessage): void {
  withBounds(request, ({ places }, name) => places.leave(name));
}

/** For a connection that goes on in another protocol. @returns to be called after each write */
export function countUnsent(request: IncomingMessage): () => void {
  const { socket } = request;
  let wrote = (): void => undefined;
  withBounds(request, ({ budget }) => {
    budget.follow(socket);
    wrote = () => budget.wrote(socket);
  });
  return wrote;
}

function withBounds(request: IncomingMessage, act: (bounds: Bound, name: string) => void): void {
  const name = connectionName(request.socket);
  const server: unknown = "server" in request.socket ? request.socket.server : undefined;
  const bounds = typeof server === "object" && server !== null ? boundsOf.get(server) : undefined;
  if (name !== undefined && bounds) act(bounds, name);
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

export function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return plain === "::1" || plain.startsWith("127.");
}
