/**
 * Waits for messages of one service as long as the pod runs, and says whether the service is there.
 *
 * Neither a service that breaks off again and again nor one that does not wait is asked without a pause.
 */
import { Backoff, type Clock, errorText, type Scope } from "@hubwart/core";
import { Wakeup } from "@hubwart/runtime/wakeup";
import { type Received, Refused, type Service } from "./service.ts";

/** A service that was there for so long has not broken off at once. */
const HELD = 5_000;
/** Of a round that brings nothing. */
const SHORTEST_ROUND = 1_000;
const LONGEST_PAUSE = 60_000;
/** Short: a service may also come back at once for something that is no message. */
const LONGEST_IDLE = 10_000;

export interface ListenerOptions {
  service: Pick<Service, "receive">;
  clock: Clock;
  scope: Scope;
  /** Never throws. */
  heard: (message: Received) => Promise<void>;
  /** For the first time, or after `lost`. */
  reached: () => void;
  /** At every attempt. */
  lost: (reason: string) => void;
}

export function listen({ clock, heard, lost, reached, scope, service }: ListenerOptions): void {
  const pause = new Wakeup(clock);
  const failing = new Backoff(1_000, LONGEST_PAUSE);
  const idling = new Backoff(1_000, LONGEST_IDLE);
  /** Monotonic. */
  let since: number | undefined;
  /** Rounds in a row that neither brought anything nor lasted. */
  let idle = 0;

  const round = async () => {
    const began = clock.monotonic();
    const messages = (await service.receive?.()) ?? [];
    if (scope.ended) return;
    if (since === undefined) reached();
    since ??= clock.monotonic();
    for (const message of messages) await heard(message);
    if (messages.length > 0 || clock.monotonic() - began >= SHORTEST_ROUND) {
      idling.reset();
      idle = 0;
    } else {
      idle += 1;
      // The first round only tells that the service is there.
      if (idle > 1) await pause.sleep(idling.next());
    }
  };
  const running = (async () => {
    while (!scope.ended) {
      try {
        await round();
      } catch (error) {
        if (scope.ended) break;
        if (since !== undefined && clock.monotonic() - since >= HELD) failing.reset();
        since = undefined;
        idle = 0;
        lost(errorText(error));
        await pause.sleep(Math.max(failing.next(), error instanceof Refused ? error.wait : 0));
      }
    }
  })();
  scope.add(async () => {
    pause.wake();
    await running;
  });
}
