/**
 * Bytes that callers have asked for and do not read, over all connections of the process. Beyond the limits somebody loses a
 * connection: whoever holds most of these bytes, the one with most of them. Who reads, or asks for little, loses none.
 *
 *     unsent.follow(socket, caller);
 *     unsent.wrote(socket);          // after each write
 */

export interface UnsentLimits {
  /** Bytes of all connections. */
  total: number;
  /** Of one caller that has several connections; what one connection may leave unread is for its protocol to say. */
  perCaller: number;
}

/** A socket, as far as it matters here. */
export interface Unread {
  readonly writableLength: number;
  destroy(): unknown;
}

interface Followed {
  caller: string;
  /** When last looked at. */
  bytes: number;
}

export class Unsent<C extends Unread> {
  readonly #limits: UnsentLimits;
  readonly #ended: (connection: C) => void;
  readonly #followed = new Map<C, Followed>();
  readonly #callers = new Map<string, { bytes: number; connections: number }>();
  #bytes = 0;

  /** @param ended called before a connection is ended */
  constructor(limits: UnsentLimits, ended: (connection: C) => void) {
    this.#limits = limits;
    this.#ended = ended;
  }

  get bytes(): number {
    return this.#bytes;
  }

  follow(connection: C, caller: string): void {
    this.leave(connection);
    this.#followed.set(connection, { caller, bytes: 0 });
    const sum = this.#callers.get(caller);
    if (sum) sum.connections += 1;
    else this.#callers.set(caller, { bytes: 0, connections: 1 });
    this.#look(connection);
  }

  leave(connection: C): void {
    const own = this.#followed.get(connection);
    if (!own) return;
    this.#set(own, 0);
    this.#followed.delete(connection);
    const sum = this.#callers.get(own.caller);
    if (sum) sum.connections -= 1;
    if (sum?.connections === 0) this.#callers.delete(own.caller);
  }

  wrote(connection: C): void {
    const own = this.#followed.get(connection);
    if (!own) return;
    this.#look(connection);
    if (!this.#over(own.caller)) return;
    // What has been read since counts no longer.
    for (const each of this.#followed.keys()) this.#look(each);
    while (this.#tooMuchOf(own.caller)) if (!this.#end(own.caller)) break;
    while (this.#bytes > this.#limits.total) if (!this.#end(this.#heaviest())) break;
  }

  #over(caller: string): boolean {
    return this.#bytes > this.#limits.total || this.#tooMuchOf(caller);
  }

  #tooMuchOf(caller: string): boolean {
    const sum = this.#callers.get(caller);
    return sum !== undefined && sum.connections > 1 && sum.bytes > this.#limits.perCaller;
  }

  #heaviest(): string {
    let most = { caller: "", bytes: -1 };
    for (const [caller, { bytes }] of this.#callers) if (bytes > most.bytes) most = { caller, bytes };
    return most.caller;
  }

  #end(caller: string): boolean {
    let most: { connection: C; bytes: number } | undefined;
    for (const [connection, own] of this.#followed) {
      if (own.caller === caller && own.bytes > (most?.bytes ?? 0)) most = { connection, bytes: own.bytes };
    }
    if (!most) return false;
    this.leave(most.connection);
    this.#ended(most.connection);
    most.connection.destroy();
    return true;
  }

  #look(connection: C): void {
    const own = this.#followed.get(connection);
    if (own) this.#set(own, connection.writableLength);
  }

  #set(own: Followed, bytes: number): void {
    const sum = this.#callers.get(own.caller);
    if (sum) sum.bytes += bytes - own.bytes;
    this.#bytes += bytes - own.bytes;
    own.bytes = bytes;
  }
}
