/** The hub's side of the fork channel to the launcher. Without one (in tests, by hand) it does nothing. */
import { onParentGone, sayAlive } from "@hubwart/core";
import type { ChildToLauncher, LauncherToChild } from "@hubwart/ipc";

export interface LauncherEvents {
  /** Once, when the launcher is gone. */
  onLost: () => void;
  onStop: () => void;
  /** The launcher stood still, ms. */
  onStood: (ms: number) => void;
}

export function linkLauncher({ onLost, onStood, onStop }: LauncherEvents): { ready(): void } {
  if (!process.send) return { ready: () => undefined };
  onParentGone(onLost);
  sayAlive();
  process.on("message", (message: LauncherToChild) => {
    if (message.t === "stop") onStop();
    if (message.t === "stood") onStood(message.ms);
  });
  return {
    ready() {
      const message: ChildToLauncher = { t: "ready" };
      if (process.connected) process.send?.(message, undefined, {}, () => undefined);
    },
  };
}
