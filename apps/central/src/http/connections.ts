/**
 * How many connections the central's port has, of whom, and how long each may take. Who gets a place when there are too many is for
 * `ConnectionPlaces`, as at a hub.
 *
 *     const signedIn = boundConnections(app.server, budget);
 *     signedIn(request.raw);                  // it showed a session or a token that counts
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server } from "node:net";
import { type CallerBudget, connectionName, givePlaces, noteRequest, type PlaceLimits } from "@hubwart/core";

/** Without them a stranger takes all descriptors, which NATS and PostgreSQL are reached by as well. */
const PLACES: PlaceLimits = { total: 1_024, strangers: 896, perCaller: 128 };

/** ms. */
export const TIMES = {
  handshakeTimeout: 15_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
};
/** A workbook of many megabytes over a slow line, ms. */
export const REQUEST_WITHIN = 120_000;
/** Without a byte either way: longer than the slowest answer takes to begin, ms. */
export const SILENT_WITHIN = 300_000;

/** After whoever answers requests has been added to the server. */
export function boundConnections(server: Server, budget: CallerBudget): (request: IncomingMessage) => void {
  const places = givePlaces(server, PLACES);
  budget.bound(server);
  server.on("request", (request: IncomingMessage, response: ServerResponse) =>
    noteRequest(places, request, response),
  );
  return ({ socket }) => {
    const name = connectionName(socket);
    if (name === undefined) return;
    places.signedIn(name);
    budget.signedIn(socket);
  };
}
