/**
 * Brings what is seen to what is wanted: at start, when the engine is back, after each change of a container, and every so often.
 *
 * Invariants: one round at a time, one more if something changed meanwhile; an add-on of which a job runs is left to it; one that
 * ends by itself is started again with back-off, for ever; none waits for the image of another. What an update left is judged before anything else: the new container stays if
 * it proves itself, otherwise the one before it comes back.
 */
import { ADD_ON_IDS, type AddOnId, CATALOGUE, type SeenState } from "@hubwart/containers";
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { Crashes } from "./crashes.ts";
import type { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import { texts } from "./texts.ts";
import type { Wanted } from "./wanted.ts";

export interface ReconcilerParts {
  link: EngineLink;
  wanted: Wanted;
  lanes: Lanes;
  crashes: Crashes;
  parameters: (id: AddOnId) => Promise<unknown>;
  /** Whether a job of this add-on runs. */
  busy: (id: AddOnId) => boolean;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

const EVERY_MS = 30_000;
/** How soon one is looked at again that is worked on. */
const WORKED_ON_MS = 1_000;
const LAST_LINES = 3;

export class Reconciler {
  readonly #parts: ReconcilerParts;
  #running = false;
  #again = false;
  #cancelSoon: (() => void) | undefined;
  /** Seen running in the last round. */
  readonly #ran = new Set<AddOnId>();
  /** Images that are being loaded. */
  readonly #pulls = new Map<AddOnId, AbortController>();

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
  }

  start(): void {
    const { link, clock, scope } = this.#parts;
    scope.add(link.onChange(() => this.poke()));
    scope.add(clock.every(EVERY_MS, () => this.poke()));
    scope.add(() => this.#cancelSoon?.());
    scope.add(() => this.#pulls.forEach((pull) => pull.abort()));
    this.poke();
  }

  poke(): void {
    if (this.#parts.scope.ended) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    this.#round()
      .catch((error: unknown) => this.#parts.log.warn(errorText(error)))
      .finally(() => {
        this.#running = false;
        if (!this.#again) return;
        this.#again = false;
        this.poke();
      });
  }

  async #round(): Promise<void> {
    if (!this.#parts.link.available) return this.#ran.clear();
    for (const id of ADD_ON_IDS) {
      // A job, or nobody, wants what is being loaded.
      if (this.#parts.busy(id) || !this.#parts.wanted.active(id)) this.#pulls.get(id)?.abort();
      if (this.#parts.busy(id)) this.#ran.delete(id);
      else await this.#reconcile(id).catch((error: unknown) => this.#failed(id, error));
    }
  }

  async #reconcile(id: AddOnId): Promise<void> {
    const { link, wanted, lanes, crashes, parameters, busy } = this.#parts;
    if ((await link.get().state(id)).aside) await this.#settle(id);
    const state = await link.get().state(id);
    if (state.running === wanted.active(id)) {
      if (state.running) this.#ran.add(id);
      else this.#ran.delete(id);
      return;
    }
    if (state.running) {
      await lanes.run(id, async () => {
        if (!busy(id) && !wanted.active(id)) await link.get().stop(id);
      });
      return;
    }
    // It may be stopped for a copy of its data.
    if (lanes.working(id)) return this.#soon(WORKED_ON_MS);
    if (this.#ran.delete(id)) await this.#noteEnd(id, state);
    const wait = crashes.wait(id);
    if (wait > 0) return this.#soon(wait);
    // One that is there starts also where no registry is reached: after a power cut the plant needs it.
    const there = state.exists || (await link.get().hasImage(id));
    if (!there) return this.#pull(id);
    await lanes.run(id, async () => {
      if (busy(id) || !wanted.active(id)) return;
      await link.get().start(id, await parameters(id), { keep: true });
    });
    crashes.started(id);
    this.#ran.add(id);
  }

  /** Beside the rounds: a registry that is slow or silent keeps no other add-on waiting. */
  #pull(id: AddOnId): void {
    const { link } = this.#parts;
    if (this.#pulls.has(id)) return;
    const pull = new AbortController();
    this.#pulls.set(id, pull);
    link
      .get()
      .pull(id, () => undefined, pull.signal)
      .catch((error: unknown) => {
        if (!pull.signal.aborted) this.#failed(id, error);
      })
      .finally(() => {
        this.#pulls.delete(id);
        if (!pull.signal.aborted) this.poke();
      });
  }

  /** An update neither ended nor was undone: the engine went away while it ran. */
  async #settle(id: AddOnId): Promise<void> {
    const { link, lanes, log, parameters, busy } = this.#parts;
    await lanes.run(id, async () => {
      const { aside, exists } = await link.get().state(id);
      if (!aside || busy(id)) return;
      const problem = exists ? await this.#proved(id, await parameters(id)) : texts.newMissing;
      if (problem === undefined) {
        await link.get().dropAside(id);
        log.warn(texts.updateDone(CATALOGUE[id].title));
        return;
      }
      await link.get().putBack(id);
      log.warn(texts.updateUndone(CATALOGUE[id].title, problem));
    });
    this.#ran.delete(id);
  }

  /** Why not, German. One that is not to run cannot prove anything. */
  async #proved(id: AddOnId, given: unknown): Promise<string | undefined> {
    const { link, wanted } = this.#parts;
    if (!wanted.active(id)) return texts.notMeantToRun;
    try {
      await link.get().start(id, given);
      await link.get().awaitHealthy(id);
      return undefined;
    } catch (error) {
      // Whether the engine or the container failed shows where it is put back.
      return errorText(error);
    }
  }

  async #noteEnd(id: AddOnId, { exitCode, oomKilled }: SeenState): Promise<void> {
    const { link, crashes, log } = this.#parts;
    const lines: string[] = [];
    try {
      for await (const { text } of link.get().logs(id, { tail: LAST_LINES, follow: false })) lines.push(text);
    } catch {
      // The reason stands without its lines.
    }
    const problem = oomKilled ? texts.outOfMemory : texts.exitCode(exitCode);
    crashes.ended(id, problem, lines.slice(-LAST_LINES));
    log.warn(texts.ended(CATALOGUE[id].title, problem, lines.at(-1) ?? ""));
  }

  #failed(id: AddOnId, error: unknown): void {
    const { crashes, link, log, wanted } = this.#parts;
    this.#ran.delete(id);
    if (!link.available) return;
    log.warn(`${CATALOGUE[id].title}: ${errorText(error)}`);
    // Of one that is not to run nothing is missing; the next round looks again.
    if (!wanted.active(id)) return;
    crashes.failed(id, errorText(error).slice(0, 300));
    this.#soon(crashes.wait(id));
  }

  #soon(ms: number): void {
    this.#cancelSoon?.();
    this.#cancelSoon = this.#parts.clock.after(ms + 10, () => this.poke());
  }
}
