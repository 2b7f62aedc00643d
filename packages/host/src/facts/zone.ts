/** The time zone of the machine: /etc/localtime as a link into the zone database (localtime(5)). */
import { readlink } from "node:fs/promises";

/** @param root folder that stands for `/`, with a slash at its end */
export async function machineZone(root = "/"): Promise<string> {
  const link = await readlink(`${root}etc/localtime`).catch(() => "");
  const name =
    /zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(link)?.[1] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Debian's name for it; the other can be chosen.
  return name === "Etc/UTC" ? "UTC" : name;
}
