/** Who has a port of this device already. */
import { readdir, readFile, readlink } from "node:fs/promises";
import net from "node:net";
import { publisherOf } from "@hubwart/containers";
import type { AppContext } from "../../../context.ts";
import { texts } from "./texts.ts";

/** German: what of this device has a port, or else which program; undefined if it is free. */
export async function ownerOf({ config, hub }: AppContext, port: number): Promise<string | undefined> {
  if (port === config.httpPort || port === config.httpsPort) return texts.byAppliance;
  const pod = hub.pods().find(({ ifaces }) => ifaces.some((iface) => iface.port === port));
  if (pod) return texts.byPod(pod.id);
  const addOn = publisherOf(port);
  return addOn === undefined ? await portOwner(port) : texts.byContainer(addOn);
}

/** undefined if it is free. */
export async function portOwner(port: number): Promise<string | undefined> {
  if (!(await taken(port))) return undefined;
  const program = await programAt(port).catch(() => undefined);
  return program === undefined ? texts.byOther : texts.byProgram(program);
}

async function taken(port: number): Promise<boolean> {
  const code = await new Promise<string | undefined>((resolve) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    server.listen({ port, host: "::", ipv6Only: false }, () => server.close(() => resolve(undefined)));
  });
  // Where this process may not try a low port, the kernel's table says whether somebody has it.
  return code === "EADDRINUSE" || (code === "EACCES" && (await listenersAt(port)).size > 0);
}

/** Of the processes this one may look into (proc(5)). */
async function programAt(port: number): Promise<string | undefined> {
  const inodes = await listenersAt(port);
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const link = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "");
      if (inodes.has(link)) return (await readFile(`/proc/${pid}/comm`, "utf8")).trim();
    }
  }
  return undefined;
}

/** Sockets that listen, as links of processes name them. */
async function listenersAt(port: number): Promise<Set<string>> {
  const inodes = new Set<string>();
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const line of (await readFile(file, "utf8").catch(() => "")).split("\n")) {
      const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
      if (state === "0A" && local.endsWith(`:${hex}`)) inodes.add(`socket:[${inode}]`);
    }
  }
  return inodes;
}
