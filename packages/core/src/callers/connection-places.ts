/**
 * Who may hold a connection when there are too many. Whoever comes gets a place; somebody else loses one:
 *
 * - A caller with as many strangers' connections as one may have loses the one that has been idle longest.
 * - When strangers hold all their places, the caller among them that holds most loses one. The rest is a reserve that only
 *   who is signed in gets into, and in which nobody is dropped for a stranger.
 * - When even that is full, the connection of a signed-in caller that has been idle longest goes.
 *
 * "Idle" is a connection without a whole request under way; one that waits for its headers is idle. A loopback address is a
 * caller like every other.
 */
export interface PlaceLimits {
  total: number;
  /** Places for connections that have shown no valid token. Less than `total`: the rest is the reserve. */
  strangers: number;
  /** Of these, of one caller. */
  perCaller: number;
}

interface Place<C> {
  caller: string;
  connection: C;
  signedIn: boolean;
  /** Requests under way. */
  busy: number;
}

export class ConnectionPlaces<C> {
  readonly #limits: PlaceLimits;
  /** The first one has been without anything new longest. */
  readonly #places = new Map<string, Place<C>>();
  /** Strangers' connections by caller. */
  readonly #strangers = new Map<string, number>();
  #strangersInAll = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#places.size;
  }

  /** A place for a new connection. @returns those that lose theirs */
  take(name: string, caller: string, connection: C): C[] {
    this.leave(name);
    const { total, strangers, perCaller } = this.#limits;
    const dropped: C[] = [];
    const drop = (of: (place: Place<C>) => boolean) => {
      const found = this.#longestIdle(of);
      if (found === undefined) return;
      const place = this.#places.get(found);
      this.leave(found);
      if (place) dropped.push(place.connection);
    };
    if ((this.#strangers.get(caller) ?? 0) >= perCaller) {
      drop((place) => !place.signedIn && place.caller === caller);
    }
    if (this.#strangersInAll >= strangers) {
      const most = this.#callerWithMost();
      drop((place) => !place.signedIn && place.caller === most);
    }
    if (this.#places.size >= total) drop((place) => place.signedIn);
    this.#places.set(name, { caller, connection, signedIn: false, busy: 0 });
    this.#count(caller, 1);
    return dropped;
  }

  leave(name: string): void {
    const place = this.#places.get(name);
    if (!place) return;
    this.#places.delete(name);
    if (!place.signedIn) this.#count(place.caller, -1);
  }

  /** A whole request's headers are there. */
  begin(name: string): void {
    const place = this.#places.get(name);
    if (place) place.busy += 1;
  }

  end(name: string): void {
    const place = this.#places.get(name);
    if (!place) return;
    place.busy = Math.max(0, place.busy - 1);
    this.#places.delete(name);
    this.#places.set(name, place);
  }

  signedIn(name: string): void {
    const place = this.#places.get(name);
    if (!place || place.signedIn) return;
    place.signedIn = true;
    this.#count(place.caller, -1);
  }

  #longestIdle(of: (place: Place<C>) => boolean): string | undefined {
    let busy: string | undefined;
    for (const [name, place] of this.#places) {
      if (!of(place)) continue;
      if (place.busy === 0) return name;
      busy ??= name;
    }
    return busy;
  }

  #callerWithMost(): string | undefined {
    let most: string | undefined;
    for (const [caller, count] of this.#strangers) {
      if (most === undefined || count > (this.#strangers.get(most) ?? 0)) most = caller;
    }
    return most;
  }

  #count(caller: string, change: number): void {
    this.#strangersInAll += change;
    const count = (this.#strangers.get(caller) ?? 0) + change;
    if (count > 0) this.#strangers.set(caller, count);
    else this.#strangers.delete(caller);
  }
}
