/** How a connection of the device service ends. */
import type net from "node:net";
import type { Clock } from "@hubwart/core";

/** Whoever reads nothing for so long is let go, ms. */
export const UNREAD_MS = 30_000;
/** Whoever has the whole answer and does not hang up is let go, ms. */
const LINGER_MS = 2_000;

/** The last word: the connection ends soon after it, whatever the other end does. */
export function farewell(socket: net.Socket, answer: string, clock: Clock): void {
  const end = () => void socket.destroy();
  let cancel = clock.after(UNREAD_MS, end);
  socket.once("close", () => cancel());
  socket.end(answer, () => {
    cancel();
    if (!socket.destroyed) cancel = clock.after(LINGER_MS, end);
  });
}
