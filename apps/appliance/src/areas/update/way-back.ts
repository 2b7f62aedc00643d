/** The release from before is kept for a week of running, as the way back; then it makes room. */
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { Installer } from "./installer.ts";
import type { UpdateSettings } from "./settings.ts";

export const WAY_BACK_MS = 7 * 86_400_000;
const LOOK_EVERY = 3_600_000;

export interface WayBackParts {
  settings: UpdateSettings;
  installer: Pick<Installer, "remove" | "versions">;
  clock: Clock;
  scope: Scope;
  log: Logger;
}

export function keepWayBack({ clock, installer, log, scope, settings }: WayBackParts): void {
  scope.add(
    clock.every(LOOK_EVERY, () => {
      const { kept, previous } = settings.memory();
      if (previous === null) return;
      const left = kept - LOOK_EVERY;
      settings.remember(left > 0 ? { kept: left } : { kept: 0, previous: null });
      if (left > 0) return;
      // That of the installation is always there.
      remove(previous).catch((error: unknown) => log.warn(`Version ${previous}: ${errorText(error)}`));
    }),
  );

  async function remove(version: string): Promise<void> {
    if ((await installer.versions()).includes(version)) await installer.remove(version);
  }
}
