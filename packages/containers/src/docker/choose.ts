/**
 * Which socket `HUBWART_CONTAINER_ENGINE` means.
 *
 *     chooseSocket("auto")                       the first of the usual sockets that is there
 *     chooseSocket("unix:///run/docker.sock")
 *     chooseSocket("none")
 */
import { access, constants } from "node:fs/promises";
import path from "node:path";
import { texts } from "../texts.ts";

export type SocketChoice =
  | { socketPath: string }
  | {
      /** German. */
      reason: string;
      /** There is none, or it is switched off; otherwise it is there and only closed to this account. */
      missing?: true;
    };

export async function chooseSocket(setting: string): Promise<SocketChoice> {
  if (setting === "none") return { reason: texts.managementOff, missing: true };
  if (setting !== "auto") return { socketPath: setting.replace(/^unix:\/\//, "") };
  let refused = false;
  for (const socketPath of usualSockets()) {
    try {
      await access(socketPath, constants.R_OK | constants.W_OK);
      return { socketPath };
    } catch (error) {
      refused ||= (error as NodeJS.ErrnoException).code === "EACCES";
    }
  }
  return refused ? { reason: texts.notShared } : { reason: texts.noManagement, missing: true };
}

function usualSockets(): string[] {
  const own = process.env["XDG_RUNTIME_DIR"];
  return [
    "/run/docker.sock",
    "/var/run/docker.sock",
    ...(own ? [path.join(own, "docker.sock"), path.join(own, "podman", "podman.sock")] : []),
    "/run/podman/podman.sock",
  ];
}
