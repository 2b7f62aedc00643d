/** Makes a copy every six hours, the first one a minute after the start if that is due; says what was lost. */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { Store, StoreLoss } from "@hubwart/core/store";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

export interface KeeperParts {
  store: Pick<Store, "loss" | "copies" | "keepCopy">;
  /** `layout.stateCopies` */
  folder: string;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const FIRST_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;

const HOW: Record<StoreLoss["kind"], string> = {
  damaged: texts.damaged,
  missing: texts.missing,
  emptied: texts.emptied,
};

export class CopyKeeper {
  readonly #parts: KeeperParts;
  #newest: number | undefined;
  /** The last attempt made none. */
  #failed = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    const { clock, folder, scope, store } = parts;
    this.#newest = store.copies(folder)[0]?.at;
    scope.add(
      clock.after(FIRST_MS, () => {
        const age = this.#newest === undefined ? Number.POSITIVE_INFINITY : clock.now() - this.#newest;
        // A copy of the future is one from before the clock was set back.
        if (age < 0 || age >= EVERY_MS) this.#keep();
      }),
    );
    scope.add(clock.every(EVERY_MS, () => this.#keep()));
  }

  findings(): Finding[] {
    const { loss } = this.#parts.store;
    if (loss === null) return this.#failedCopies();
    const offer =
      this.#newest === undefined ? texts.checkSettings : texts.restorable(germanTime(this.#newest));
    const text = texts.lost(HOW[loss.kind], offer);
    return [{ code: "store-lost", level: 2, text, route: "/system/restart" }];
  }

  #failedCopies(): Finding[] {
    if (!this.#failed) return [];
    const text = texts.noCopy;
    return [{ code: "store-copies", level: 2, text, route: "/runtime/logging" }];
  }

  #keep(): void {
    const { clock, folder, log, store } = this.#parts;
    try {
      this.#newest = store.keepCopy(folder, clock.now())?.at ?? this.#newest;
      this.#failed = false;
    } catch (error) {
      this.#failed = true;
      log.warn(texts.copyFailed(errorText(error)));
    }
  }
}

const germanTime = (ms: number) =>
  new Intl.DateTimeFormat("de-DE", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Europe/Berlin",
  }).format(ms);
