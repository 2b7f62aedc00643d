/**
 * Calls `handler` once, as soon as the process that forked this one is gone; never in a process that was not
 * forked. The parent may have died while this process was still loading, so a closed channel counts at once.
 */
export function onParentGone(handler: () => void): void {
  if (!process.send) return;
  if (process.connected) process.once("disconnect", handler);
  else setImmediate(handler);
}
