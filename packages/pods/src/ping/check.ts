/** "Verbindung prüfen": each host's name, and whether it answers. */
import { type Clock, errorText } from "@hubwart/core";
import { ConnectionCheck } from "@hubwart/runtime/check";
import type { CheckResult } from "@hubwart/runtime/methods";
import type { Measurement, Target } from "./measurement.ts";
import { texts } from "./texts.ts";

const MOST_HOSTS = 8;

export async function checkHosts(
  targets: readonly Target[],
  measure: (target: Target) => Promise<Measurement>,
  clock: Clock,
): Promise<CheckResult> {
  const check = new ConnectionCheck(clock);
  const hosts = new Map(targets.map((target) => [target.host, target]));
  for (const [host, target] of [...hosts].slice(0, MOST_HOSTS)) {
    if (!(await check.resolve(host))) continue;
    await check.step(
      texts.answerOf(host).slice(0, 100),
      async () => {
        const found = await measure({ ...target, count: 1 });
        if (found.received === 0)
          throw new Error(texts.noAnswer(host, found.problem ? ` (${found.problem})` : ""));
        return found;
      },
      ({ rtt }) =>
        rtt === undefined ? texts.answers(host) : texts.answersAfter(host, rtt.toLocaleString("de-DE")),
      (error) => errorText(error),
    );
  }
  if (hosts.size > MOST_HOSTS) {
    check.skip("Weitere Hosts", texts.onlyFirst(MOST_HOSTS, hosts.size));
  }
  if (hosts.size === 0) check.skip("Hosts", texts.noChannels);
  return check.result;
}
