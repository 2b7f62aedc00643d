/** Where a service of this program listens. */
import type net from "node:net";
import type { Scope } from "@hubwart/core";
import { listenPrivately } from "@hubwart/ipc";

/** Number of the first descriptor that systemd hands over (sd_listen_fds(3)). */
const FIRST_FD = 3;

/** On the socket of systemd, or on the path in HUBWART_HOSTD_SOCKET where none was handed over. */
export async function listenAsTold(
  server: net.Server,
  env: Record<string, string | undefined>,
  scope: Scope,
): Promise<void> {
  if (env["LISTEN_PID"] === String(process.pid) && Number(env["LISTEN_FDS"]) >= 1) {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen({ fd: FIRST_FD }, resolve);
    });
    scope.add(() => void server.close());
    return;
  }
  const file = env["HUBWART_HOSTD_SOCKET"];
  if (!file) throw new Error("no socket: start it by its socket unit, or set HUBWART_HOSTD_SOCKET");
  await listenPrivately(file, server, scope);
}
