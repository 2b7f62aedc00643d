/**
 * The whole of an internal pod's process: its carrier is the fork channel, its argument the pod's id.
 * Ends with 0 when the hub asked for it, is gone, or the pod refused its parameters; with 1 otherwise.
 */
import { onParentGone, systemClock } from "@hubwart/core";
import { forkCarrier, type HubToPod, type PodToHub } from "@hubwart/ipc";
import { type RunPodOptions, runPod } from "./run-pod.ts";
import { texts } from "./texts.ts";

const LAST_WORDS = 300;

export async function runPodProcess(loadKind: RunPodOptions["loadKind"]): Promise<void> {
  const id = process.argv[2];
  if (id === undefined || !process.send) {
    process.stderr.write(texts.startedByHub);
    process.exitCode = 1;
    return;
  }
  const abort = new AbortController();
  // The carrier tells the pod; this ends whatever does not follow.
  onParentGone(() => undefined);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => abort.abort());
  const carrier = forkCarrier<PodToHub, HubToPod>(process);
  process.on("uncaughtException", (error) => {
    const msg = texts.unexpectedError(error.stack ?? error.message);
    carrier.send({
      t: "log",
      entries: [{ ts: Date.now(), level: "error", src: `pod:${id}`, module: "pod", msg }],
    });
    setTimeout(() => process.exit(1), LAST_WORDS);
  });
  const end = await runPod({ id, carrier, loadKind, clock: systemClock, signal: abort.signal });
  process.exit(end.why === "failed" ? 1 : 0);
}
