/**
 * Places for the connections of a server over HTTP. Who gets which is decided in `ConnectionPlaces`.
 *
 *     const places = givePlaces(server, { total: 256, strangers: 256, perCaller: 256 });
 *     server.on("request", (request, response) => noteRequest(places, request, response));
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server, Socket } from "node:net";
import { callerOf } from "./caller.ts";
import { ConnectionPlaces, type PlaceLimits } from "./connection-places.ts";

/** Whoever comes gets one; who loses one is ended. */
export function givePlaces(
  server: Server,
  limits: PlaceLimits,
  caller: (address: string) => string = callerOf,
): ConnectionPlaces<Socket> {
  const places = new ConnectionPlaces<Socket>(limits);
  const known = new WeakSet<Socket>();
  server.on("connection", (socket: Socket) => {
    // One that wanted another protocol comes a second time.
    if (known.has(socket)) return;
    known.add(socket);
    const name = connectionName(socket);
    // Without an address it is gone already.
    if (name === undefined) return void socket.destroy();
    for (const dropped of places.take(name, caller(socket.remoteAddress ?? ""), socket)) dropped.destroy();
    socket.once("close", () => places.leave(name));
  });
  return places;
}

/** The connection is not idle until the answer is out. */
export function noteRequest(
  places: ConnectionPlaces<Socket>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const name = connectionName(request.socket);
  if (name === undefined) return;
  places.begin(name);
  response.once("close", () => places.end(name));
}

/** The same for a connection and for what TLS makes of it. */
export function connectionName(socket: Socket): string | undefined {
  return socket.remotePort === undefined ? undefined : `${socket.remoteAddress} ${socket.remotePort}`;
}
