/**
 * The device service as a real process over a root folder of its own: its programs are small scripts that note what
 * they are told, so nothing of this machine is touched.
 *
 *     const build = await buildHostd();
 *     const bench = await build.bench();
 *     await bench.start();
 *     await bench.ask({ verb: "devices" });
 *     await bench.remove();
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { bundle } from "@hubwart/testing";
import { sayTo } from "./say-to.ts";

const PROGRAMS: Record<string, string> = {
  systemctl: "printf 'LoadState=loaded\\nActiveState=inactive\\nUnitFileState=disabled\\n'",
  networkctl: "echo '{}'",
  ip: "echo '[]'",
  ping: "exit 1",
  hostname: "",
};

export async function buildHostd() {
  const { folder, remove } = await bundle({ hostd: "apps/hostd/src/main.ts" });
  const entry = path.join(folder, "hostd.mjs");
  return {
    entry,
    bench: () => serviceBench(entry),
    remove,
  };
}

export type ServiceBench = Awaited<ReturnType<typeof serviceBench>>;

async function serviceBench(entry: string) {
  const base = await mkdtemp(path.join(os.tmpdir(), "hubwart-hostd-"));
  const root = path.join(base, "root");
  const socket = path.join(base, "run", "hostd.sock");
  const notes = path.join(base, "calls");
  const write = async (name: string, content: string, mode = 0o644) => {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    await chmod(file, mode);
  };
  for (const [name, body] of Object.entries(PROGRAMS))
    await write(`usr/bin/${name}`, `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${notes}'\n${body}\n`, 0o755);
  for (const unit of ["systemd-networkd", "systemd-resolved", "systemd-timesyncd", "ssh"])
    await write(`usr/lib/systemd/system/${unit}.service`, "[Unit]\n");
  for (const device of ["lan0", "lan1"]) {
    await write(`sys/class/net/${device}/type`, "1\n");
    await write(`sys/class/net/${device}/address`, "02:00:00:00:00:01\n");
    await write(`sys/class/net/${device}/carrier`, "1\n");
  }
  await write("etc/hostname", "alt\n");
  await write("etc/hosts", "127.0.1.1 alt\n");
  await write("etc/shadow", "root:*\n", 0o600);
  await write("etc/systemd/network/80-other.network", "theirs\n");
  await write("proc/sys/kernel/hostname", "alt\n");
  await write("proc/sys/kernel/random/boot_id", "boot-1\n");
  await write("proc/uptime", "1000.00 1.00\n");
  await write("usr/share/zoneinfo/Europe/Berlin", "TZif");
  await symlink("/usr/share/zoneinfo/Europe/Berlin", path.join(root, "etc/localtime"));

  let child: ChildProcess | undefined;
  let journal = "";
  async function start(): Promise<ChildProcess> {
    const env = { PATH: process.env["PATH"], HUBWART_HOSTD_ROOT: root, HUBWART_HOSTD_SOCKET: socket };
    child = spawn(process.execPath, [entry, "serve"], { env, stdio: ["ignore", "ignore", "pipe"] });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      journal += text;
    });
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the service ended: ${journal}`);
      const answers = await send('{"verb":"devices"}\n').then(
        (text) => text !== "",
        () => false,
      );
      if (answers) return child;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  /** What is answered until the service closes the connection. */
  function send(content: string | Uint8Array): Promise<string> {
    return sayTo(socket, content);
  }
  return {
    root,
    socket,
    start,
    kill,
    send,
    write,
    ask: async (request: unknown) =>
      JSON.parse(await send(`${JSON.stringify(request)}\n`)) as Record<string, unknown>,
    read: (name: string) => readFile(path.join(root, name), "utf8"),
    calls: async () => (await readFile(notes, "utf8").catch(() => "")).split("\n").filter(Boolean),
    journal: () => journal,
    files: () => allFiles(root),
    remove: async () => {
      await kill("SIGKILL");
      await rm(base, { recursive: true, force: true });
    },
  };
}

/** Path below the root → content, or where a link leads. */
export async function allFiles(root: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path.relative(root, file), await readFile(file, "latin1"));
    else if (!entry.isDirectory()) found.set(path.relative(root, file), "link");
  }
  return found;
}
