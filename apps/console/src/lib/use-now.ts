/** The present time for what ages on the screen. One timer per interval serves all components of a page. */
import { LIMITS } from "@hubwart/contract";
import { useSyncExternalStore } from "react";
import { formatAgo } from "./format.ts";

interface Clock {
  subscribe: (listener: () => void) => () => void;
  read: () => number;
}

const clocks = new Map<number, Clock>();

function clockOf(every: number): Clock {
  const known = clocks.get(every);
  if (known) return known;
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const clock: Clock = {
    subscribe(listener) {
      listeners.add(listener);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(() => {
          now = Date.now();
          for (const each of listeners) each();
        }, every);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read: () => {
      // Without a listener the clock stands still; a first reader must not see an old time.
      if (timer === undefined && Date.now() - now >= every) now = Date.now();
      return now;
    },
  };
  clocks.set(every, clock);
  return clock;
}

/** ms since the epoch, renewed every `every` ms. */
export function useNow(every: number): number {
  const clock = clockOf(every);
  return useSyncExternalStore(clock.subscribe, clock.read);
}

/** "vor 5 Minuten", renewed once a minute. `then` in ms since the epoch. */
export function useRelativeTime(then: number): string {
  return formatAgo(then, useNow(LIMITS.relativeTime));
}
