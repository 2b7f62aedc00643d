/**
 * A listening server and the connections it has, over TLS those included whose handshake is not over. There are places for so many;
 * whoever comes gets one, and the longest idle connection of whoever holds most loses it.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { Socket } from "node:net";
import { givePlaces, noteRequest } from "@hubwart/core";

/** Nobody signs in to a connection here, so all have the same right to a place. */
const LIMITS = { total: 256, strangers: 256, perCaller: 256 };

export class Sockets {
  readonly server: Server | SecureServer;
  readonly #open = new Set<Socket>();
  /** By the peer's address and port. */
  readonly #handshakes = new Map<string, Socket>();

  constructor(server: Server | SecureServer, changed: () => void) {
    this.server = server;
    const places = givePlaces(server, LIMITS);
    const noted = (request: IncomingMessage, response: ServerResponse) =>
      noteRequest(places, request, response);
    server.on("request", noted);
    server.on("checkContinue", noted);
    const secure = "setSecureContext" in server;
    server.on(secure ? "secureConnection" : "connection", (socket: Socket) => {
      this.#handshakes.delete(peerOf(socket));
      this.#open.add(socket);
      changed();
      socket.once("close", () => {
        this.#open.delete(socket);
        changed();
      });
    });
    if (!secure) return;
    server.on("connection", (socket: Socket) => {
      const peer = peerOf(socket);
      this.#handshakes.set(peer, socket);
      socket.once("close", () => {
        if (this.#handshakes.get(peer) === socket) this.#handshakes.delete(peer);
      });
    });
  }

  get count(): number {
    return this.#open.size;
  }

  get port(): number | undefined {
    const bound = this.server.listening ? this.server.address() : undefined;
    return typeof bound === "object" && bound !== null ? bound.port : undefined;
  }

  /** Ends those that nobody waits on. */
  destroyAllBut(busy: ReadonlySet<Socket>): void {
    for (const socket of this.#handshakes.values()) socket.destroy();
    for (const socket of this.#open) if (!busy.has(socket)) socket.destroy();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ""} ${remotePort ?? 0}`;
}
