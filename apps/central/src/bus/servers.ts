/**
 * Servers of the cluster, as they report themselves in the system account: one that comes, or comes back, may have missed who was locked
 * out meanwhile, and would learn it from the others in two minutes only.
 *
 *     const servers = new Servers(clock, () => tellAll());
 *     servers.heard(subject);           // $SYS.SERVER.<id>.STATSZ
 */
import type { Clock } from "@hubwart/core";

/** nats-server reports a quarter of a second after its start, then ever more rarely, and every 10 s in the end. */
export const REPORTS = "$SYS.SERVER.*.STATSZ";
/** Two reports that did not come. */
const SILENT_MS = 25_000;
const MOST = 1_000;

export class Servers {
  readonly #clock: Clock;
  readonly #came: () => void;
  /** When each was last heard, by the clock that nobody sets. */
  readonly #heard = new Map<string, number>();

  constructor(clock: Clock, came: () => void) {
    this.#clock = clock;
    this.#came = came;
  }

  heard(subject: string): void {
    const id = subject.split(".")[2] ?? "";
    const now = this.#clock.monotonic();
    const last = this.#heard.get(id);
    // Each start of a server has another id.
    if (this.#heard.size > MOST) this.#heard.clear();
    this.#heard.set(id, now);
    if (last === undefined || now - last > SILENT_MS) this.#came();
  }
}
