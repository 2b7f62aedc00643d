/**
 * What follows from the judgement over new network settings: they become the last good ones, or the last good ones are
 * put back, as configured and live. Each state on the way is one a restart goes on from.
 */
import { isDeepStrictEqual } from "node:util";
import type { NetworkSettings } from "@hubwart/contract";
import { type Clock, errorText, rested, type Scope } from "@hubwart/core";
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
  const { state, network, clock, scope, queue } = options;
  await queue.run(() => finish(options));
  const pending = state.current.pending;
  if (!pending) return;
  const failures = await judgeNetwork(pending.settings, {
    network,
    clock,
    signal: scope.signal,
    answered: pending.answered,
  });
  if (!failures) return;
  // Whoever waits for the way back cannot reach the device: a full disk must not keep him waiting for its next start.
  while (!scope.ended && !(await queue.run(() => settle(options, pending.settings, failures))))
    await rested(clock, RETRY_MS, scope.signal);
}

/** @returns whether the verdict is noted */
async function settle(
  options: VerdictOptions,
  judged: NetworkSettings,
  failures: Failure[],
): Promise<boolean> {
  const { state, clock, log } = options;
  const at = Math.floor(clock.now() / 1000);
  const { lastGood, network: configured } = state.current;
  const kept = { pending: undefined, lastGood: judged, report: { at, outcome: "kept" as const, failures } };
  const putBack = {
    pending: undefined,
    applied: lastGood,
    unfinished: true,
    report: { at, outcome: "put-back" as const, failures },
    // Somebody may have saved other settings meanwhile; those are for the next restart.
    ...(isDeepStrictEqual(configured, judged) ? { network: lastGood } : {}),
  };
  try {
    await state.update(failures.length === 0 ? kept : putBack);
  } catch (error) {
    log(`network settings: ${errorText(error)}`);
    return false;
  }
  if (failures.length === 0) return true;
  log(`network settings are put back: ${describe(failures)}`);
  await finish(options);
  return true;
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
