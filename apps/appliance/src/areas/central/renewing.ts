/**
 * The certificate and the pass of a device come to their end: it asks its central for new ones while it is connected, and goes on with them
 * once they are on the disk. What fails is tried again at the next look, and the device keeps what it has.
 */
import { type Clock, errorText, type Logger, type SerialQueue } from "@hubwart/core";
import type { renewalOf, renewedBy } from "@hubwart/fleet/renewed";
import type { isDue, Uplink } from "@hubwart/fleet/uplink";
import type { MembershipFile } from "./membership.ts";
import { texts } from "./texts.ts";

export interface RenewingParts {
  clock: Clock;
  log: Logger;
  file: Pick<MembershipFile, "now" | "write">;
  uplink: Pick<Uplink, "ask" | "status">;
  /** Other changes wait for this one. */
  queue: Pick<SerialQueue, "run">;
  /** Connects with what the file says now. */
  again: () => Promise<void>;
  isDue: typeof isDue;
  /** What to ask, and whether to take the answer; loaded once in a year and a half. */
  credentials: () => Promise<{ renewalOf: typeof renewalOf; renewedBy: typeof renewedBy }>;
}

/** After the start: a device that is on for some hours a day only has its look too. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 6 * 3_600_000;

/** Looks until the returned function is called. */
export function keepRenewed(parts: RenewingParts): () => void {
  const { clock, queue } = parts;
  const ending = new AbortController();
  const look = () => void queue.run(() => renew(parts, ending.signal));
  const ends = [clock.after(FIRST_LOOK_MS, look), clock.every(LOOK_EVERY_MS, look)];
  return () => {
    ending.abort();
    for (const end of ends) end();
  };
}

async function renew(parts: RenewingParts, { aborted }: AbortSignal): Promise<void> {
  const { again, clock, credentials, file, isDue, log, uplink } = parts;
  const { now } = file;
  if (aborted || !now || !uplink.status.connected || !isDue(now.identity, clock.now())) return;
  try {
    const { renewalOf, renewedBy } = await credentials();
    const answer = await uplink.ask(renewalOf(now.identity));
    const identity = renewedBy(now.identity, answer);
    if (!identity) return log.warn(texts.notRenewed);
    await file.write({ ...now, identity });
  } catch (error) {
    return log.debug(`renewal: ${errorText(error)}`);
  }
  log.info(texts.renewed);
  await again();
}
