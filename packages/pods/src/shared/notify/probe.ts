/**
 * Says of an interface whether its service lets the pod in: before the first message, and as long as nothing is sent.
 * A service that fails is asked again sooner. While messages go out, or fail to, they tell it, and nothing is asked.
 */
import { Backoff, errorText } from "@hubwart/core";
import type { PodContext } from "@hubwart/runtime/pod";
import { Wakeup } from "@hubwart/runtime/wakeup";
import type { Outbound } from "./outbound.ts";
import type { Report } from "./standing.ts";

const EVERY = 300_000;

export interface ProbeOptions {
  context: Pick<PodContext, "clock" | "log" | "scope">;
  /** Throws an error in German. */
  probe: () => Promise<unknown>;
  sending: Pick<Outbound, "silentSince">;
  report: Report;
}

export function probeService({ context, probe, report, sending }: ProbeOptions): void {
  const { clock, log, scope } = context;
  const pause = new Wakeup(clock);
  const backoff = new Backoff(1_000, EVERY);
  let warned = "";

  /** @returns ms until the next attempt */
  const attempt = async (): Promise<number> => {
    const began = clock.monotonic();
    const wait = sending.silentSince + EVERY - began;
    if (wait > 0) {
      backoff.reset();
      warned = "";
      return Math.min(wait, EVERY);
    }
    const error = await probe().then(
      () => "",
      (failure: unknown) => errorText(failure),
    );
    // What a message told meanwhile is newer.
    if (scope.ended || sending.silentSince >= began) return EVERY;
    if (error === "") {
      report({ state: true, active: 0 });
      backoff.reset();
    } else {
      if (warned !== error) log.warn(error);
      report({ state: false, active: 0, error });
    }
    warned = error;
    return error === "" ? EVERY : backoff.next();
  };
  const running = (async () => {
    while (!scope.ended) await pause.sleep(await attempt());
  })();
  scope.add(async () => {
    pause.wake();
    await running;
  });
}
