import type { Clock } from "@hubwart/core";

const LOOK_EVERY = 50;

/** A process that was just started takes a moment. Resolves when it is there, `ms` are over, or nobody cares any more. */
export async function untilOnline(
  handle: { readonly online: boolean },
  clock: Clock,
  ms: number,
  wanted: () => boolean,
): Promise<void> {
  const until = clock.monotonic() + ms;
  while (!handle.online && wanted() && clock.monotonic() < until)
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
}
