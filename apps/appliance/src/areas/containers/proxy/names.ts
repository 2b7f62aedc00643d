/**
 * Names in targets → addresses. The proxy is given addresses alone: with a name that nobody knows at the moment it would not start
 * at all, and one that got another address it would never look up again.
 *
 * Invariants: an address once found is kept until another one is; a lookup that hangs delays nobody for longer than `LONGEST_MS`.
 */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { address, type Clock } from "@hubwart/core";

export type Lookup = (name: string) => Promise<string>;

/** IPv4 first: many devices of a plant have nothing else. */
const bySystem: Lookup = async (name) => (await lookup(name, { verbatim: false })).address;
const LONGEST_MS = 4_000;
/** The system's lookups share few threads with all reading and writing of files. */
const AT_ONCE = 2;

export class TargetNames {
  readonly #clock: Clock;
  readonly #lookup: Lookup;
  readonly #found = new Map<string, string>();

  constructor(clock: Clock, look: Lookup = bySystem) {
    this.#clock = clock;
    this.#lookup = look;
  }

  /** `name:port` as `address:port`; undefined for a name that was never found. */
  resolved(dial: string): string | undefined {
    const { host, port } = split(dial);
    if (isIP(host) !== 0) return dial;
    const found = this.#found.get(host);
    return found === undefined ? undefined : address(found, port);
  }

  /** Looks up the names that are not known. */
  learn(dials: readonly string[]): Promise<void> {
    return this.#look(namesIn(dials).filter((name) => !this.#found.has(name)));
  }

  /** Looks up all of them, and forgets those that are in use no longer. */
  async refresh(dials: readonly string[]): Promise<void> {
    const names = namesIn(dials);
    await this.#look(names);
    for (const name of this.#found.keys()) if (!names.includes(name)) this.#found.delete(name);
  }

  async #look(names: readonly string[]): Promise<void> {
    const waiting = [...names];
    const worker = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const found = await this.#inTime(name);
        if (found !== undefined && isIP(found) !== 0) this.#found.set(name, found);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  async #inTime(name: string): Promise<string | undefined> {
    let cancel: () => void = () => undefined;
    const late = new Promise<undefined>((resolve) => {
      cancel = this.#clock.after(LONGEST_MS, () => resolve(undefined));
    });
    return await Promise.race([this.#lookup(name).catch(() => undefined), late]).finally(() => cancel());
  }
}

const namesIn = (dials: readonly string[]): string[] => [
  ...new Set(dials.map((dial) => split(dial).host).filter((host) => isIP(host) === 0)),
];

function split(dial: string): { host: string; port: number } {
  const colon = dial.lastIndexOf(":");
  return { host: dial.slice(0, colon).replace(/^\[(.*)\]$/, "$1"), port: Number(dial.slice(colon + 1)) };
}
