/** Whether the product has come up with what was restored. */
import { type Clock, UnavailableError } from "@hubwart/core";
import type { HubStatus } from "@hubwart/ipc";
import { texts } from "../texts.ts";

export interface Judged {
  clock: Clock;
  /** The admin interface answers. */
  serves: () => boolean;
  hub: { connected: boolean; status(): HubStatus | undefined };
  /** There is a valid licence; a hub that has just started may not know it yet. */
  licensed: () => boolean;
}

const LOOK_EVERY = 200;
/** A hub that says so for this long will not start any more, ms. */
const STOPPED_FOR = 15_000;

/**
 * Resolves with nothing when it is good, with a German reason when it cannot become good. Without an end it goes on; the
 * launcher's gate ends it then.
 */
export async function judge(
  { clock, hub, licensed, serves }: Judged,
  signal: AbortSignal,
): Promise<string | undefined> {
  let stoppedSince: number | undefined;
  for (;;) {
    if (signal.aborted) throw new UnavailableError(texts.aborted);
    const status = hub.connected ? hub.status() : undefined;
    // Without a licence or a project the hub is as well as it can be.
    const wells = licensed() ? ["running", "no_project"] : ["running", "no_project", "no_license"];
    if (serves() && status && wells.includes(status.state)) return undefined;
    if (status?.state === "stopped") {
      stoppedSince ??= clock.monotonic();
      if (clock.monotonic() - stoppedSince >= STOPPED_FOR)
        return texts.projectFails(status.error ?? texts.noReason);
    } else stoppedSince = undefined;
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
  }
}
