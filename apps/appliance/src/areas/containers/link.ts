/**
 * The way to the engine: found, lost, found again. Nothing here is an error: a device without an engine says so and works on.
 *
 * Invariants: `get` never waits; `available` is told to listeners each time it changes, and so is every change of a container.
 */

import { type AddOnId, type AddOns, CATALOGUE } from "@hubwart/containers";
import { Backoff, type Clock, errorText, type Logger, type Scope, UnavailableError } from "@hubwart/core";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

export type EngineChoice = { addOns: AddOns } | { reason: string; final?: boolean };

export interface LinkParts {
  /** Looks for an engine; asked again after each loss. */
  choose: () => Promise<EngineChoice>;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

/** An engine that starts anew, or with the device, takes so long at most, ms. */
const TOLD_AFTER_MS = 60_000;
/** How often the engine is asked whether it answers, ms, and after how many failures in a row it is lost: a busy one may be late once. */
const LOOK_MS = 30_000;
const LOST_AFTER = 2;
const LOOKING = texts.searching;

export class EngineLink {
  readonly #parts: LinkParts;
  readonly #listeners = new Set<() => void>();
  readonly #found = new Set<() => void>();
  #addOns: AddOns | undefined;
  #reason = LOOKING;
  /** Monotonic ms. */
  #lostAt: number;

  constructor(parts: LinkParts) {
    this.#parts = parts;
    this.#lostAt = parts.clock.monotonic();
  }

  start(): void {
    this.#run().catch((error: unknown) => this.#parts.log.error(errorText(error)));
  }

  /** @throws UnavailableError that says why there is none, in German */
  get(): AddOns {
    if (!this.#addOns) throw new UnavailableError(this.#reason);
    return this.#addOns;
  }

  get available(): boolean {
    return this.#addOns !== undefined;
  }

  get reason(): string {
    return this.#reason;
  }

  /** @param wanted those that are to run */
  findings(wanted: readonly AddOnId[]): Finding[] {
    const lost = this.#parts.clock.monotonic() - this.#lostAt;
    if (this.available || wanted.length === 0 || lost < TOLD_AFTER_MS) return [];
    const titles = wanted.map((id) => CATALOGUE[id].title).join(", ");
    const text = texts.wantedAway(titles, this.#reason);
    return [{ level: 2, code: "container_engine", text, route: "/container" }];
  }

  /** The returned function ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Told each time there is an engine again, also the first time; containers may have run on meanwhile. The returned function ends it. */
  onFound(listener: () => void): () => void {
    this.#found.add(listener);
    return () => this.#found.delete(listener);
  }

  async #run(): Promise<void> {
    const { choose, clock, scope } = this.#parts;
    const backoff = new Backoff(500);
    while (!scope.ended) {
      const choice = await choose();
      if ("reason" in choice) {
        this.#set(undefined, choice.reason);
        if (choice.final) return;
      } else {
        try {
          await choice.addOns.state("caddyproxy");
          this.#set(choice.addOns, "");
          backoff.reset();
          await this.#watch(choice.addOns);
          this.#set(undefined, LOOKING);
        } catch (error) {
          this.#set(undefined, errorText(error));
        }
      }
      await sleep(clock, scope, backoff.next());
    }
  }

  /** Until the engine goes away. @throws why, also of one that hangs: its stream of events then only stays silent */
  async #watch(addOns: AddOns): Promise<void> {
    const { clock, scope } = this.#parts;
    const lost = new AbortController();
    let failures = 0;
    let looking = false;
    const look = async () => {
      if (looking) return;
      looking = true;
      try {
        await addOns.hasImage("caddyproxy");
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === LOST_AFTER) lost.abort(error);
      }
      looking = false;
    };
    const cancel = clock.every(LOOK_MS, () => void look());
    try {
      await addOns.watch(AbortSignal.any([scope.signal, lost.signal]), () => this.#tell());
      lost.signal.throwIfAborted();
    } finally {
      cancel();
    }
  }

  #set(addOns: AddOns | undefined, reason: string): void {
    if (addOns === undefined && this.available) this.#lostAt = this.#parts.clock.monotonic();
    const found = addOns !== undefined && !this.available;
    const changed = (addOns !== undefined) !== this.available || reason !== this.#reason;
    this.#addOns = addOns;
    this.#reason = reason;
    if (found && !this.#parts.scope.ended) for (const listener of this.#found) listener();
    if (changed) this.#tell();
  }

  #tell(): void {
    if (this.#parts.scope.ended) return;
    for (const listener of this.#listeners) listener();
  }
}

function sleep(clock: Clock, scope: Scope, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      scope.signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    scope.signal.addEventListener("abort", end);
  });
}
