/**
 * What follows from the judgement over new network settings: they become the last good ones, or the last good ones are
 * put back, as configured and live. Each state on the way is one a restart goes on from.
 */
import { isDeepStrictEqual } from "node:util";
import { type Clock, errorText, type Scope } from "@hubwart/core";
import { type Failure, judgeNetwork } from "./judge.ts";
import type { NetworkDriver } from "./network.ts";
import { renderNetwork } from "./network-files.ts";
import type { StateFile } from "./state.ts";

export interface VerdictOptions {
  state: StateFile;
  network: NetworkDriver;
  clock: Clock;
  scope: Scope;
  log: (message: string) => void;
  queue: { run<T>(task: () => Promise<T>): Promise<T> };
}

const RETRY_MS = 5_000;

/** Returns when the verdict is carried out, or the scope has ended. */
export async function judgeAndSettle(options: VerdictOptions): Promise<void> {
  const { state, network, clock, scope, queue, log } = options;
  await queue.run(() => finish(options));
  const pending = state.current.pending;
  if (!pending) return;
  const failures = await judgeNetwork(pending.settings, {
    network,
    clock,
    signal: scope.signal,
    answered: pending.answered,
  });
  if (!failures || scope.ended) return;
  await queue.run(async () => {
    const at = Math.floor(clock.now() / 1000);
    if (failures.length === 0) {
      await state.update({
        pending: undefined,
        lastGood: pending.settings,
        report: { at, outcome: "kept", failures },
      });
      return;
    }
    log(`network settings are put back: ${describe(failures)}`);
    const { lastGood, network: configured } = state.current;
    await state.update({
      pending: undefined,
      applied: lastGood,
      unfinished: true,
      report: { at, outcome: "put-back", failures },
      // Somebody may have saved other settings meanwhile; those are for the next restart.
      ...(isDeepStrictEqual(configured, pending.settings) ? { network: lastGood } : {}),
    });
    await finish(options);
  });
}

const describe = (failures: readonly Failure[]) =>
  failures.map(({ device, cause }) => `${device} ${cause}`).join(", ");

/** Makes the files and the network service follow `applied`, if they may not yet. */
async function finish(options: VerdictOptions): Promise<void> {
  const { state, network, clock, scope, queue, log } = options;
  const { unfinished, applied, trial } = state.current;
  if (!unfinished || trial) return;
  try {
    await network.applyLive(renderNetwork(applied ?? { use: false, interfaces: [] }));
    await state.update({ unfinished: undefined });
  } catch (error) {
    log(`network settings: ${errorText(error)}`);
    const cancel = clock.after(RETRY_MS, () => void queue.run(() => finish(options)));
    scope.add(cancel);
  }
}
