/**
 * The release service of a device without its socket. It belongs to the package, not to a release, so it works whatever a
 * release does: a trial that nobody confirms in time, or within a few starts of the device, is ended by it.
 */
import { type Clock, ConflictError, errorText, NotFoundError, type Scope, SerialQueue } from "@hubwart/core";
import type { DeviceRequest } from "@hubwart/releases/device";
import { texts } from "../texts.ts";
import { foundTrial, type Moment, mayConfirm, mayGoBack, mayRemove, mayUse, trialLength } from "./moves.ts";
import type { ReleaseStore } from "./store.ts";
import { type Giver, type TakeOptions, takeRelease } from "./take.ts";

export interface ReleaseServiceOptions extends Omit<TakeOptions, "signal"> {
  store: ReleaseStore;
  clock: Clock;
  scope: Scope;
  /** Id of this start of the device. */
  boot: string;
  /** s since then. */
  uptime: () => number;
  /** ms that the launcher gives a new release. */
  gateMs: number;
  /** systemd reads the units anew and starts those of root from what is current now; the product itself if asked for. */
  restartUnits: (product: boolean) => Promise<void>;
  /** A line for the journal. */
  log: (message: string) => void;
}

/** ms for all of an installation, however slowly it is handed over. */
const LONGEST_INSTALL = 20 * 60_000;

export class ReleaseService {
  readonly #options: ReleaseServiceOptions;
  /** Everything that changes what is current, or what is there. Nothing in it waits for the other end. */
  readonly #queue = new SerialQueue();
  #installing = false;
  #cancelDeadline: (() => void) | undefined;

  constructor(options: ReleaseServiceOptions) {
    this.#options = options;
    options.scope.add(() => this.#cancelDeadline?.());
  }

  /** Nothing is under way, and no trial is open. */
  get idle(): boolean {
    return !this.#installing && this.#cancelDeadline === undefined;
  }

  /** Once: goes on with the trial that an earlier process left. */
  begin(): Promise<void> {
    return this.#queue.run(async () => {
      const { store, boot, log } = this.#options;
      await store.open();
      const { trial, current } = await store.standing();
      if (trial === undefined) return;
      const found = foundTrial(trial, current, boot);
      // Whatever ended the process before may have come between a switch and the units.
      const cutOff = trial.boot === boot;
      if (found.do === "forget") {
        log(`the trial of ${trial.version} is over`);
        await store.forget();
        if (cutOff) await this.#restart(true);
      } else if (found.do === "put-back") {
        await this.#putBack(found.why, true);
      } else {
        await store.note(found.trial);
        this.#watch();
        if (cutOff) await this.#restart(false);
      }
    });
  }

  async handle(request: DeviceRequest, giver: Giver): Promise<void> {
    switch (request.verb) {
      case "install":
        return await this.#install(request, giver);
      case "use":
        return await this.#queue.run(() => this.#use(request.version));
      case "confirm":
        return await this.#queue.run(() => this.#confirm(request.version));
      case "back":
        return await this.#queue.run(async () => {
          const { store } = this.#options;
          if (mayGoBack(request.version, await store.standing(), this.#moment()))
            await this.#putBack("asked for", false);
        });
      case "remove":
        return await this.#queue.run(async () => {
          const { store } = this.#options;
          mayRemove(request.version, await store.standing());
          await store.remove(request.version);
        });
    }
  }

  async #install(wanted: Extract<DeviceRequest, { verb: "install" }>, giver: Giver): Promise<void> {
    const { store, scope } = this.#options;
    if (this.#installing) throw new ConflictError(texts.otherTaken);
    this.#installing = true;
    try {
      const standing = await store.standing();
      // What runs, or may have to run again, stays as it is.
      mayRemove(wanted.version, standing);
      mayUse(wanted.version, standing);
      await store.clearIncoming();
      const signal = AbortSignal.any([scope.signal, AbortSignal.timeout(LONGEST_INSTALL)]);
      const folder = await takeRelease(wanted, giver, { ...this.#options, signal });
      await this.#queue.run(async () => {
        mayRemove(wanted.version, await store.standing());
        await store.add(wanted.version, folder);
      });
    } finally {
      this.#installing = false;
      await store.clearIncoming();
    }
  }

  async #use(version: string): Promise<void> {
    const { store, boot } = this.#options;
    const standing = await store.standing();
    if (!mayUse(version, standing)) return;
    if (!(await store.has(version))) throw new NotFoundError(texts.notThere(version));
    await store.note({ version, before: standing.current, boots: 0, boot });
    await store.switchTo(version);
    this.#watch();
    await this.#restart(false);
  }

  async #confirm(version: string): Promise<void> {
    const { store, log } = this.#options;
    const { trial, ...standing } = await store.standing();
    if (!mayConfirm(version, { trial, ...standing })) return;
    if (trial) await store.noteConfirmed({ version, before: trial.before, when: this.#moment() });
    await store.forget();
    this.#endWatch();
    log(`${version} is confirmed`);
  }

  /** @param product whether it has to be started anew as well; whoever asked for it starts it himself */
  async #putBack(why: string, product: boolean): Promise<void> {
    const { store, log } = this.#options;
    const { trial, confirmed } = await store.standing();
    const from = trial ?? confirmed;
    if (from === undefined) return;
    if (trial === undefined && from.before !== null && !(await store.has(from.before)))
      throw new NotFoundError(texts.gone(from.before));
    log(`${from.version} is put back: ${why}`);
    await store.switchTo(from.before);
    await store.forget();
    this.#endWatch();
    await this.#restart(product);
  }

  #moment(): Moment {
    const { boot, clock, uptime } = this.#options;
    return { boot, now: clock.now(), uptime: uptime() };
  }

  async #restart(product: boolean): Promise<void> {
    const { restartUnits, log } = this.#options;
    // What was switched stays so; at the latest the next start of the device has the units that belong to it.
    await restartUnits(product).catch((error: unknown) => log(`units: ${errorText(error)}`));
  }

  #watch(): void {
    const { clock, gateMs, log } = this.#options;
    const ms = trialLength(gateMs);
    this.#cancelDeadline?.();
    this.#cancelDeadline = clock.after(ms, () => {
      this.#queue
        .run(() => this.#putBack(`no confirmation within ${Math.round(ms / 1_000)} s`, true))
        .catch((error: unknown) => {
          log(errorText(error));
          this.#watch();
        });
    });
  }

  #endWatch(): void {
    this.#cancelDeadline?.();
    this.#cancelDeadline = undefined;
  }
}
