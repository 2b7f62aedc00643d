/**
 * `/ws`: takes WebSocket connections, on http and https, and gives those who are let in a place of their own.
 *
 * Invariants: until hello a connection holds a stranger's place of the port (`http/connections.ts`), like any other; after it
 * one of `LIVE_LIMITS.connections`, apart from the console's. A user whose access changes loses all connections in the same turn.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { LIVE_CLOSE, LIVE_LIMITS, LIVE_PATH } from "@hubwart/contract/live";
import type { Clock, Logger, Scope } from "@hubwart/core";
import { Peer } from "@hubwart/live";
import { type WebSocket, WebSocketServer } from "ws";
import { countUnsent, freePlace, keepPlace } from "../../../http/connections.ts";
import { type ConnectionParts, LiveConnection } from "./connection.ts";
import { Pace } from "./pace.ts";

export interface GatewayParts extends Omit<ConnectionParts, "enter" | "pace"> {
  clock: Clock;
  scope: Scope;
  log: Logger;
}

const PEER_LIMITS = {
  depth: LIVE_LIMITS.depth,
  members: LIVE_LIMITS.members,
  rate: { perSecond: LIVE_LIMITS.messagesPerSecond, atOnce: LIVE_LIMITS.messagesAtOnce },
  pingEvery: LIVE_LIMITS.pingEvery,
  waiting: 128 * 1024,
};
/** Connections that are told to end have so long to do so, ms. */
const GOODBYE_MS = 200;

export class LiveGateway {
  readonly #parts: GatewayParts;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIVE_LIMITS.messageBytes,
  });
  readonly #all = new Map<LiveConnection, Peer>();
  /** Connections that are signed in, by user. */
  readonly #byUser = new Map<string, Set<LiveConnection>>();
  readonly #pace: Pace;
  #entered = 0;
  #ended = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
    this.#pace = new Pace(parts.clock);
  }

  /** Connections that are signed in. */
  get size(): number {
    return this.#entered;
  }

  /** @returns whether the request was for this path */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): boolean {
    if ((request.url ?? "").split("?")[0] !== LIVE_PATH) return false;
    if (this.#ended) {
      socket.destroy();
      return true;
    }
    keepPlace(request);
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#opened(ws, request, address));
    return true;
  }

  /** The access of these users is another one or gone. */
  revoke(usernames: readonly string[]): void {
    for (const name of usernames) {
      for (const connection of this.#byUser.get(name) ?? []) {
        connection.close(LIVE_CLOSE.accessChanged, "access changed");
      }
    }
  }

  /** The hub came or went. */
  told(hub: boolean): void {
    for (const connection of this.#all.keys()) connection.told(hub);
  }

  async end(): Promise<void> {
    this.#ended = true;
    if (this.#all.size === 0) return;
    for (const connection of this.#all.keys()) connection.close(LIVE_CLOSE.goingAway, "going away");
    await new Promise<void>((resolve) => this.#parts.clock.after(GOODBYE_MS, resolve));
    for (const peer of this.#all.values()) peer.terminate();
  }

  #opened(socket: WebSocket, request: IncomingMessage, address: string): void {
    const { clock } = this.#parts;
    let cancel: () => void = () => undefined;
    const peer = new Peer(socket, {
      clock,
      limits: PEER_LIMITS,
      onMessage: (message) => connection.took(message),
      onDrain: () => connection.flush(),
      onWritten: countUnsent(request),
      onClose: () => {
        cancel();
        this.#left(connection);
      },
    });
    const connection = new LiveConnection(peer, address, {
      ...this.#parts,
      pace: this.#pace,
      enter: (one, { username }) => {
        if (!this.#enter(one, username)) return false;
        cancel();
        freePlace(request);
        return true;
      },
    });
    cancel = clock.after(LIVE_LIMITS.helloWithin, () => peer.close(LIVE_CLOSE.helloMissing, "hello missing"));
    this.#all.set(connection, peer);
  }

  #enter(connection: LiveConnection, username: string): boolean {
    const own = this.#byUser.get(username) ?? new Set();
    if (this.#entered >= LIVE_LIMITS.connections || own.size >= LIVE_LIMITS.perUser) return false;
    this.#byUser.set(username, own.add(connection));
    this.#entered += 1;
    return true;
  }

  #left(connection: LiveConnection): void {
    this.#all.delete(connection);
    const { user } = connection;
    connection.ended();
    const own = user === undefined ? undefined : this.#byUser.get(user);
    if (user === undefined || !own?.delete(connection)) return;
    this.#entered -= 1;
    if (own.size === 0) this.#byUser.delete(user);
  }
}
