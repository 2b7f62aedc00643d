/**
 * The appliance's end of the hub's socket.
 *
 *     const client = new HubClient({ path: layout.hubSocket, clock: systemClock, scope });
 *     client.onEvent((event) => …);
 *     client.onConnected((connected) => …);
 *     client.start();
 *     const status = await client.request("status", {});
 *
 * Invariants: connects again by itself until the scope ends. A request is sent at once or refused with
 * UnavailableError; it is never kept for a later connection. Every request settles: answer, error, time
 * over, or connection lost.
 */
import net from "node:net";
import { Backoff, type Clock, type Scope, UnavailableError } from "@hubwart/core";
import type { HubEvent, HubRequestName, HubRequests } from "../hub-api.ts";
import { frame, LineCutter, parseFrame } from "../lines.ts";
import { texts } from "../texts.ts";
import { errorFromWire, isWireError } from "./wire-error.ts";

export interface HubClientOptions {
  /** The hub's socket, `layout.hubSocket`. */
  path: string;
  clock: Clock;
  /** Ends the connection. */
  scope: Scope;
}

export interface RequestOptions {
  /** ms until the request fails; default 10 000. */
  timeout?: number;
}

const TIMEOUT = 10_000;
const FIRST_RETRY = 50;
/** The hub is on this machine; asking it twice a second costs nothing. */
const LONGEST_RETRY = 500;
const LONGEST_ANSWER = 256 * 1024 * 1024;

interface Pending {
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
  cancel: () => void;
}

export class HubClient {
  readonly #options: HubClientOptions;
  readonly #backoff = new Backoff(FIRST_RETRY, LONGEST_RETRY);
  readonly #pending = new Map<number, Pending>();
  readonly #eventHandlers = new Set<(event: HubEvent) => void>();
  readonly #connectedHandlers = new Set<(connected: boolean) => void>();
  #socket: net.Socket | undefined;
  #cancelRetry: (() => void) | undefined;
  #connected = false;
  #started = false;
  #nextId = 1;

  constructor(options: HubClientOptions) {
    this.#options = options;
    options.scope.add(() => {
      this.#cancelRetry?.();
      this.#socket?.destroy();
      this.#lost();
    });
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Begins to connect. Further calls do nothing. */
  start(): void {
    if (this.#started || this.#options.scope.ended) return;
    this.#started = true;
    this.#connect();
  }

  /** The returned function ends it. */
  onEvent(handler: (event: HubEvent) => void): () => void {
    this.#eventHandlers.add(handler);
    return () => this.#eventHandlers.delete(handler);
  }

  /** The connection came (true) or went (false). The returned function ends it. */
  onConnected(handler: (connected: boolean) => void): () => void {
    this.#connectedHandlers.add(handler);
    return () => this.#connectedHandlers.delete(handler);
  }

  /** @throws UnavailableError while the hub is away or does not answer in time; else what the hub refused with. */
  request<M extends HubRequestName>(
    name: M,
    parameters: HubRequests[M][0],
    options: RequestOptions = {},
  ): Promise<HubRequests[M][1]> {
    const socket = this.#socket;
    if (!socket || !this.#connected) return Promise.reject(new UnavailableError(texts.hubAway));
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      const cancel = this.#options.clock.after(options.timeout ?? TIMEOUT, () => {
        this.#pending.delete(id);
        reject(new UnavailableError(texts.hubSlow));
      });
      this.#pending.set(id, { resolve: (answer) => resolve(answer as HubRequests[M][1]), reject, cancel });
      socket.write(frame({ id, m: name, p: parameters }));
    });
  }

  #connect(): void {
    this.#cancelRetry = undefined;
    const socket = net.connect(this.#options.path);
    this.#socket = socket;
    const cutter = new LineCutter(LONGEST_ANSWER, (line) => this.#received(line));
    socket.on("connect", () => {
      this.#backoff.reset();
      this.#connected = true;
      for (const handler of this.#connectedHandlers) handler(true);
    });
    socket.on("data", (chunk: Buffer) => {
      try {
        cutter.push(chunk);
      } catch {
        // Not a hub that we understand: start over.
        socket.destroy();
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#lost();
      if (this.#options.scope.ended) return;
      this.#cancelRetry = this.#options.clock.after(this.#backoff.next(), () => this.#connect());
    });
  }

  #lost(): void {
    this.#socket = undefined;
    for (const pending of this.#pending.values()) {
      pending.cancel();
      pending.reject(new UnavailableError(texts.hubAway));
    }
    this.#pending.clear();
    if (!this.#connected) return;
    this.#connected = false;
    for (const handler of this.#connectedHandlers) handler(false);
  }

  #received(line: string): void {
    const message = parseFrame(line);
    if (typeof message["id"] !== "number") {
      for (const handler of this.#eventHandlers) handler(message as HubEvent);
      return;
    }
    const pending = this.#pending.get(message["id"]);
    if (!pending) return;
    this.#pending.delete(message["id"]);
    pending.cancel();
    const { error } = message;
    if (isWireError(error)) pending.reject(errorFromWire(error));
    else pending.resolve(message["r"]);
  }
}
