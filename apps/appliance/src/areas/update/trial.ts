/**
 * The release that was called good stays on trial for a while: connections that stood before the update and are lost now put
 * it back, as crashes do, which the launcher counts itself together with the time.
 *
 * What people change meanwhile is no fault of the release: from then on only crashes count.
 */
import { stat } from "node:fs/promises";
import { type Clock, type DataLayout, errorText, type Logger, type Scope } from "@hubwart/core";
import type { LauncherLink } from "../../launcher-link.ts";
import { inOneList, type PlantState } from "./plant.ts";
import type { UpdateSettings } from "./settings.ts";
import { texts } from "./texts.ts";

const LOOK_EVERY = 5_000;
/** ms without a break. */
const LOST_MS = 60_000;
/** Times that one connection may break off. */
const MOST_LOSSES = 5;

/** Says how the settings are that connections hang on. */
export type Mark = () => Promise<string>;

export function markOf(layout: Pick<DataLayout, "currentProject" | "hostSettings" | "podSettings">): Mark {
  return async () => {
    const files = [layout.currentProject, layout.hostSettings, layout.podSettings];
    const facts = files.map((file) =>
      stat(file).then(
        ({ mtimeMs, size }) => `${Math.floor(mtimeMs)}-${size}`,
        () => "none",
      ),
    );
    return (await Promise.all(facts)).join(" ");
  };
}

export interface TrialParts {
  settings: UpdateSettings;
  launcher: Pick<LauncherLink, "release" | "trial" | "changeover">;
  now: () => PlantState;
  /** Of the same names: falls and new connections so far, between two looks as well. */
  counts: () => ReadonlyMap<string, number>;
  mark: Mark;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

interface Seen {
  /** Since when it is away, by the monotonic clock. */
  away: number | undefined;
  losses: number;
  /** What was counted at the last look. */
  count: number | undefined;
}

export class TrialWatch {
  readonly #parts: TrialParts;
  readonly #seen = new Map<string, Seen>();
  #looking = false;
  #told = false;

  constructor(parts: TrialParts) {
    this.#parts = parts;
    const { clock, log, scope } = parts;
    scope.add(
      clock.every(LOOK_EVERY, () => {
        this.look().catch((error: unknown) => log.warn(`Probe: ${errorText(error)}`));
      }),
    );
  }

  /** Times that connections broke off since this process looks. */
  get losses(): number {
    return [...this.#seen.values()].reduce((sum, { losses }) => sum + losses, 0);
  }

  async look(): Promise<void> {
    const { launcher, settings } = this.#parts;
    const trial = settings.memory().trial;
    if (trial === null || this.#looking || this.#told) return;
    this.#looking = true;
    try {
      // Before the launcher's first report nobody knows.
      if (launcher.release() === undefined) return;
      if (launcher.trial()?.id !== trial.changeover) {
        this.#seen.clear();
        settings.remember({ trial: null });
        return;
      }
      if (trial.before === null) return;
      if ((await this.#parts.mark()) !== trial.mark) {
        this.#seen.clear();
        settings.remember({ trial: { ...trial, before: null } });
        return;
      }
      const wrong = this.#judge(trial.before);
      if (wrong === undefined) return;
      this.#parts.log.error(`Probe: ${wrong}`);
      this.#told = true;
      launcher.changeover(trial.changeover, "bad", wrong);
    } finally {
      this.#looking = false;
    }
  }

  /** German: what puts the release back. */
  #judge(before: PlantState): string | undefined {
    const at = this.#parts.clock.monotonic();
    const there = new Set(this.#parts.now().up);
    const counts = this.#parts.counts();
    for (const name of before.up) {
      const seen = this.#seen.get(name) ?? { away: undefined, losses: 0, count: undefined };
      this.#seen.set(name, seen);
      const count = counts.get(name);
      // One that was seen away has been counted as lost already.
      const unseen = Math.max(0, (count ?? 0) - (seen.count ?? count ?? 0));
      seen.losses += seen.away === undefined ? unseen : Math.max(0, unseen - 1);
      seen.count = count ?? seen.count;
      if (there.has(name)) {
        seen.away = undefined;
      } else if (seen.away === undefined) {
        seen.away = at;
        seen.losses += 1;
      }
    }
    const lost = this.#those(({ away }) => away !== undefined && at - away >= LOST_MS);
    if (lost !== undefined) return texts.notReconnected(lost);
    const broken = this.#those(({ losses }) => losses >= MOST_LOSSES);
    return broken === undefined ? undefined : texts.disconnecting(broken);
  }

  #those(wanted: (seen: Seen) => boolean): string | undefined {
    const names = [...this.#seen].filter(([, seen]) => wanted(seen)).map(([name]) => name);
    return names.length === 0 ? undefined : inOneList(names);
  }
}
