/**
 * What callers may cost a process that listens: one request of a connection at a time, and so many bytes that nobody reads.
 * One for all listeners of the process; how many connections there are is for each port to say (`givePlaces`).
 *
 *     const budget = new CallerBudget({ clock, limits: { total: 64 * MIB, perCaller: 32 * MIB }, overloaded });
 *     budget.bound(server);           // HTTP, after its listeners for requests were added
 *     budget.follow(socket);          // a connection that is none of HTTP, or no longer
 *     budget.wrote(socket);           // after each write to it
 */
import type { Server, Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { callerOf } from "./caller.ts";
import { type Overload, Overloads } from "./overloads.ts";
import { inTurns, type Serve } from "./turns.ts";
import { Unsent, type UnsentLimits } from "./unsent.ts";

export interface CallerBudgetOptions {
  clock: Clock;
  limits: UnsentLimits;
  /** A connection of this address was ended; called for each. */
  overloaded: (overload: Overload, socket: Socket) => void;
  callerOf?: (address: string) => string;
}

export class CallerBudget {
  readonly #options: CallerBudgetOptions;
  readonly #unsent: Unsent<Socket>;
  readonly #overloads: Overloads;
  readonly #addresses = new WeakMap<Socket, string>();

  constructor(options: CallerBudgetOptions) {
    this.#options = options;
    this.#overloads = new Overloads(options.clock);
    this.#unsent = new Unsent(options.limits, (socket) => this.#overloaded(socket));
  }

  /** The address that was ended most in the last minutes. */
  worst(): Overload | undefined {
    return this.#overloads.worst();
  }

  /** Puts itself before whoever answers requests of this server by now. */
  bound(server: Server): void {
    for (const event of ["request", "checkContinue"]) {
      const answer = server.listeners(event) as Serve[];
      if (answer.length === 0) continue;
      server.removeAllListeners(event);
      const serve = this.#inTurns((request, response) => {
        for (const each of answer) each.call(server, request, response);
      });
      server.on(event, serve);
    }
  }

  #inTurns(serve: Serve): Serve {
    return inTurns(
      (request, response) => {
        const { socket } = request;
        this.follow(socket);
        // By then the answer has been handed to the connection.
        response.once("prefinish", () => this.wrote(socket));
        serve(request, response);
      },
      (socket) => this.#overloaded(socket),
    );
  }

  /** Once is enough. It counts until the connection ends. */
  follow(socket: Socket): void {
    if (this.#addresses.has(socket) || socket.destroyed) return;
    const address = socket.remoteAddress ?? "";
    this.#addresses.set(socket, address);
    this.#unsent.follow(socket, this.#callerOf(address));
    socket.once("close", () => this.#unsent.leave(socket));
  }

  /** Whoever showed a valid token counts apart from strangers at the same address. */
  signedIn(socket: Socket): void {
    this.follow(socket);
    const address = this.#addresses.get(socket);
    if (address !== undefined) this.#unsent.follow(socket, `${this.#callerOf(address)} signed in`);
  }

  wrote(socket: Socket): void {
    if (socket.writableLength > 0) this.#unsent.wrote(socket);
  }

  #callerOf(address: string): string {
    return (this.#options.callerOf ?? callerOf)(address);
  }

  #overloaded(socket: Socket): void {
    const address = this.#addresses.get(socket) ?? socket.remoteAddress ?? "";
    this.#options.overloaded(this.#overloads.note(address), socket);
  }
}
