/**
 * Which driver a machine gets. The one that changes the machine only where the Debian package left its marker, so that a
 * start as root on a workstation never touches it.
 */
import { access } from "node:fs/promises";

export const APPLIANCE_MARKER = "/usr/lib/hubwart/appliance";

export async function chooseHost(
  setting: "auto" | "systemd" | "embedded",
  marker = APPLIANCE_MARKER,
): Promise<"systemd" | "embedded"> {
  if (setting !== "auto") return setting;
  return access(marker).then(
    () => "systemd" as const,
    () => "embedded" as const,
  );
}
