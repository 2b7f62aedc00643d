/** Says of an interface whether its service lets the pod in, before the first message, and asks again until it does. */
import { Backoff, errorText } from "@hubwart/core";
import type { PodContext } from "../base/pod.ts";
import { Wakeup } from "../base/wakeup.ts";

/** @param probe throws an error in German */
export function probeService(context: PodContext, iface: string, probe: () => Promise<unknown>): void {
  const { clock, log, scope } = context;
  const pause = new Wakeup(clock);
  const backoff = new Backoff(1_000, 300_000);
  const running = (async () => {
    let warned = "";
    while (!scope.ended) {
      try {
        await probe();
        if (!scope.ended) context.connection(iface, { state: true, active: 0 });
        return;
      } catch (error) {
        if (scope.ended) return;
        const text = errorText(error);
        if (warned !== text) log.warn(text);
        warned = text;
        context.connection(iface, { state: false, active: 0, error: text });
        await pause.sleep(backoff.next());
      }
    }
  })();
  scope.add(async () => {
    pause.wake();
    await running;
  });
}
