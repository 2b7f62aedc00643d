/** Which addresses asked for more than they may, so that people learn where it comes from. */
import type { Clock } from "../clock.ts";
import { texts } from "../texts.ts";

export interface Overload {
  /** The address that lost most connections. */
  address: string;
  /** Connections that were ended. */
  ended: number;
  /** When the last one was, ms since the epoch. */
  last: number;
}

/** Told for so long after the last, ms. */
export const OVERLOAD_TOLD_FOR = 600_000;
/** Addresses; the one that has been quiet longest is forgotten first. */
const MOST = 256;

export class Overloads {
  readonly #clock: Clock;
  /** The last one is the newest. */
  readonly #of = new Map<string, Overload & { at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns what is known of that address now */
  note(address: string): Overload {
    const at = this.#clock.monotonic();
    const known = this.#of.get(address);
    const before = known && at - known.at < OVERLOAD_TOLD_FOR ? known.ended : 0;
    const entry = { address, ended: before + 1, last: this.#clock.now(), at };
    this.#of.delete(address);
    this.#of.set(address, entry);
    for (const oldest of this.#of.keys()) {
      if (this.#of.size <= MOST) break;
      this.#of.delete(oldest);
    }
    return told(entry);
  }

  /** The worst of the last minutes. */
  worst(): Overload | undefined {
    const since = this.#clock.monotonic() - OVERLOAD_TOLD_FOR;
    let worst: Overload | undefined;
    for (const entry of this.#of.values()) {
      if (entry.at > since && entry.ended > (worst?.ended ?? 0)) worst = told(entry);
    }
    return worst;
  }
}

const told = ({ address, ended, last }: Overload): Overload => ({ address, ended, last });

/** German, whole sentences. */
export function overloadText({ address, ended }: Overload): string {
  return texts.overload(address, ended);
}
