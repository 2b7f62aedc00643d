/** The hub's side of the fork channel to the launcher. Without one (in tests, by hand) it does nothing. */
import { onParentGone } from "@hubwart/core";
import type { ChildToLauncher } from "@hubwart/ipc";

/** @param onLost called once when the launcher is gone */
export function linkLauncher(onLost: () => void, onStop: () => void): { ready(): void } {
  if (!process.send) return { ready: () => undefined };
  onParentGone(onLost);
  process.on("message", (message) => {
    if (typeof message === "object" && message !== null && "t" in message && message.t === "stop") onStop();
  });
  return {
    ready() {
      const message: ChildToLauncher = { t: "ready" };
      if (process.connected) process.send?.(message, undefined, {}, () => undefined);
    },
  };
}
