/**
 * The connections of one interface, and which of them makes room when there are too many: the longest idle one of the address
 * that holds most. Masters with one connection each that ask regularly keep theirs; then the new one has to go.
 */
import { callerOf } from "@hubwart/core";

/** A connection with a request within this time is in use, ms. */
const IN_USE_MS = 60_000;

interface Client {
  caller: string;
  /** Of the last request, or of the connection; monotonic ms. */
  used: number;
}

export class Clients<C> {
  readonly #most: number;
  /** The first one has been idle longest. */
  readonly #open = new Map<C, Client>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#open.size;
  }

  keys(): C[] {
    return [...this.#open.keys()];
  }

  /** @returns the one that makes room, if one must; "full" if the new one has none */
  add(connection: C, address: string, now: number): C | "full" | undefined {
    const room = this.#open.size < this.#most ? undefined : (this.#idlest(now) ?? "full");
    if (room === "full") return room;
    if (room !== undefined) this.#open.delete(room);
    this.#open.set(connection, { caller: callerOf(address), used: now });
    return room;
  }

  /** It has asked something. */
  used(connection: C, now: number): void {
    const client = this.#open.get(connection);
    if (!client) return;
    client.used = now;
    this.#open.delete(connection);
    this.#open.set(connection, client);
  }

  remove(connection: C): void {
    this.#open.delete(connection);
  }

  #idlest(now: number): C | undefined {
    const counts = new Map<string, number>();
    for (const { caller } of this.#open.values()) counts.set(caller, (counts.get(caller) ?? 0) + 1);
    const most = Math.max(...counts.values());
    for (const [connection, { caller, used }] of this.#open) {
      if (counts.get(caller) === most && (most > 1 || now - used >= IN_USE_MS)) return connection;
    }
    return undefined;
  }
}
