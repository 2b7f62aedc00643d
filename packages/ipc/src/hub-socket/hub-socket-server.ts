/**
 * The hub's end of its socket.
 *
 *     const server = new HubSocketServer({ path: layout.hubSocket, handlers, log, scope });
 *     await server.listen();
 *     server.broadcast({ e: "status", status });
 *
 * Invariants: a malformed line ends its connection and nothing else. A connection that does not read is
 * ended once it owes more than `OWED_LIMIT`, so that it costs bounded memory. Requests of one
 * connection may be answered in any order.
 */
import net from "node:net";
import { errorText, isAppError, type Logger, NotFoundError, Scope } from "@hubwart/core";
import type { HubEvent, HubRequestName, HubRequests } from "../hub-api.ts";
import { FrameError, frame, LineCutter, parseFrame, readLines } from "../lines.ts";
import { listenPrivately } from "../private-socket.ts";
import { texts } from "../texts.ts";
import { errorToWire } from "./wire-error.ts";

/** One connected client, as the handlers see it. */
export interface HubPeer {
  send(event: HubEvent): void;
  /** The client reads slower than we send; events that a later one replaces should wait. */
  readonly busy: boolean;
  /** Ends with the connection. */
  readonly scope: Scope;
}

/** Parameters come as received: each handler validates its own. */
export type HubHandlers = {
  [M in HubRequestName]: (
    parameters: unknown,
    peer: HubPeer,
  ) => HubRequests[M][1] | Promise<HubRequests[M][1]>;
};

export interface HubSocketServerOptions {
  path: string;
  handlers: HubHandlers;
  log: Logger;
  scope: Scope;
}

const LONGEST_REQUEST = 4 * 1024 * 1024;
const OWED_LIMIT = 512 * 1024 * 1024;
const BUSY = 1024 * 1024;

export class HubSocketServer {
  readonly #options: HubSocketServerOptions;
  readonly #sockets = new Set<net.Socket>();

  constructor(options: HubSocketServerOptions) {
    this.#options = options;
  }

  async listen(): Promise<void> {
    const { path, scope } = this.#options;
    const server = net.createServer((socket) => this.#accept(socket));
    await listenPrivately(path, server, scope);
    scope.add(() => {
      for (const socket of this.#sockets) socket.destroy();
    });
  }

  broadcast(event: HubEvent): void {
    if (this.#sockets.size === 0) return;
    const text = frame(event);
    for (const socket of this.#sockets) this.#write(socket, text);
  }

  #accept(socket: net.Socket): void {
    const { log } = this.#options;
    this.#sockets.add(socket);
    const peer: HubPeer = {
      send: (event) => this.#write(socket, frame(event)),
      get busy() {
        return socket.writableLength > BUSY;
      },
      scope: new Scope(),
    };
    readLines(
      socket,
      new LineCutter(LONGEST_REQUEST, (line) => this.#received(socket, peer, line)),
      (error) => log.warn(texts.hubSocketEnded(errorText(error))),
    );
    socket.on("close", () => {
      this.#sockets.delete(socket);
      void peer.scope.end();
    });
  }

  #received(socket: net.Socket, peer: HubPeer, line: string): void {
    const { id, m, p } = parseFrame(line);
    if (typeof id !== "number" || typeof m !== "string") throw new FrameError("a line is no request");
    void this.#answer(id, m, p, peer).then((answer) => this.#write(socket, answer));
  }

  /** Never rejects: an answer that cannot be written down is a defect like any other. */
  async #answer(id: number, name: string, parameters: unknown, peer: HubPeer): Promise<string> {
    const { handlers, log } = this.#options;
    try {
      if (!Object.hasOwn(handlers, name)) throw new NotFoundError(texts.hubUnknownAsk(name));
      return frame({ id, r: await handlers[name as HubRequestName](parameters, peer) });
    } catch (error) {
      if (!isAppError(error)) log.error(`Anfrage ${name}: ${errorText(error)}`);
      return frame({ id, error: errorToWire(error) });
    }
  }

  #write(socket: net.Socket, text: string): void {
    if (!socket.writable) return;
    socket.write(text);
    if (socket.writableLength > OWED_LIMIT) socket.destroy();
  }
}
