/** Who has a port of this device already. */
import { readdir, readFile, readlink } from "node:fs/promises";
import net from "node:net";

/** undefined if it is free. */
export async function portOwner(port: number): Promise<string | undefined> {
  if (!(await taken(port))) return undefined;
  const program = await programAt(port).catch(() => undefined);
  return program === undefined ? "einem anderen Programm" : `dem Programm „${program}“`;
}

function taken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    // No right to try a low port is no sign that somebody has it.
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
    server.listen({ port, host: "::", ipv6Only: false }, () => server.close(() => resolve(false)));
  });
}

/** Of the processes this one may look into (proc(5)). */
async function programAt(port: number): Promise<string | undefined> {
  const inodes = new Set<string>();
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of (await readFile(file, "utf8").catch(() => "")).split("\n")) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state === "0A" && local.endsWith(`:${hex}`)) inodes.add(`socket:[${inode}]`);
    }
  }
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const link = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      if (inodes.has(link)) return (await readFile(`/proc/${pid}/comm`, "utf8")).trim();
    }
  }
  return undefined;
}
