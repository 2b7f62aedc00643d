/**
 * A system below a temporary folder, for unit tests of what the device service does with it: its files are real, its
 * programs are scripted and remember what they were told.
 *
 *     const bench = await systemBench();
 *     bench.unit("ssh.service", { enabled: true });
 *     await applyAtBoot(…);
 *     bench.calls   // [["systemctl", "--quiet", "mask", "ssh.service"], …]
 */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { NetworkAdapter } from "@hubwart/contract";
import { systemPaths } from "../paths.ts";
import type { Finished, Program, Run } from "../run-command.ts";

interface ScriptedUnit {
  enabled: boolean;
  masked: boolean;
  running: boolean;
}
interface ScriptedLink {
  ip?: string;
  dynamic?: boolean;
  gateway?: string;
}

export type SystemBench = Awaited<ReturnType<typeof systemBench>>;

export async function systemBench() {
  const root = await mkdtemp(path.join(os.tmpdir(), "hubwart-system-"));
  const paths = systemPaths(root);
  const calls: string[][] = [];
  const units = new Map<string, ScriptedUnit>();
  const links = new Map<string, ScriptedLink>();
  const answering = new Set<string>();
  const failing = new Set<string>();

  const write = async (name: string, content: string) => {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const read = (name: string) => readFile(path.join(root, name), "utf8");
  const adapter = async (device: string, carrier = true) => {
    await write(`sys/class/net/${device}/type`, "1\n");
    await write(`sys/class/net/${device}/address`, "02:00:00:00:00:01\n");
    await write(`sys/class/net/${device}/carrier`, carrier ? "1\n" : "0\n");
    if (!links.has(device)) links.set(device, {});
  };
  const setUnit = async (name: string, state: Partial<ScriptedUnit> = {}) => {
    await write(`usr/lib/systemd/system/${name}`, "[Unit]\n");
    units.set(name, { enabled: false, masked: false, running: false, ...state });
  };

  const done = (stdout = ""): Finished => ({ code: 0, stdout, stderr: "" });
  const run: Run = async (program: Program, args) => {
    const line = [program, ...args];
    calls.push(line);
    const words = args.filter((word) => !word.startsWith("-"));
    const [verb = "", name = ""] = words;
    if (failing.has(`${program} ${verb}`)) return { code: 1, stdout: "", stderr: "refused" };
    if (program === "hostname") await write("proc/sys/kernel/hostname", `${words[0]}\n`);
    if (program === "ping") return { ...done(), code: answering.has(words.at(-1) ?? "") ? 0 : 1 };
    if (program === "ip") return done(JSON.stringify(ipAnswer(args)));
    if (program !== "systemctl") return done("{}");
    const unit = units.get(name);
    if (verb === "show") return done(showUnit(unit));
    if (!unit)
      return verb === "reboot" ? done() : { code: 5, stdout: "", stderr: `Unit ${name} not loaded.` };
    if (verb === "start" || verb === "stop") unit.running = verb === "start";
    if (verb === "enable" || verb === "disable") unit.enabled = verb === "enable";
    const waiting = units.get("systemd-networkd-wait-online.service");
    if (verb === "enable" && name === "systemd-networkd.service" && waiting) waiting.enabled = true;
    if (verb === "mask" || verb === "unmask") unit.masked = verb === "mask";
    return done();
  };
  const ipAnswer = (args: readonly string[]) => {
    if (args.includes("neigh")) return [];
    if (args.includes("route"))
      return [...links].flatMap(([dev, { gateway }]) => (gateway ? [{ dst: "default", gateway, dev }] : []));
    return [...links].map(([ifname, { ip, dynamic }]) => ({
      ifname,
      flags: ["UP"],
      addr_info: ip ? [{ family: "inet", local: ip, prefixlen: 24, scope: "global", dynamic }] : [],
    }));
  };

  await write("etc/hostname", "alt\n");
  await write("proc/sys/kernel/hostname", "alt\n");
  await write("proc/sys/kernel/random/boot_id", "boot-1\n");
  await write("proc/uptime", "1000.00 500.00\n");
  await write("usr/share/zoneinfo/Europe/Berlin", "TZif");
  await write("usr/share/zoneinfo/UTC", "TZif");
  await symlink("/usr/share/zoneinfo/Etc/UTC", paths.localtime);
  for (const unit of [
    "systemd-networkd",
    "systemd-networkd-wait-online",
    "systemd-resolved",
    "systemd-timesyncd",
    "ssh",
  ])
    await setUnit(`${unit}.service`);
  await adapter("lan0");
  await adapter("lan1");

  return {
    root,
    paths,
    calls,
    run,
    /** Gateways that answer a ping. */
    answering,
    /** `program verb` of what is refused. */
    failing,
    write,
    read,
    adapter,
    setUnit,
    unit: (name: string) => units.get(name),
    link: (device: string, link: ScriptedLink) => links.set(device, link),
    /** Name → content of all files below the folder of the network files. */
    networkFiles: async () => {
      const names = await readdir(paths.networkFolder).catch((): string[] => []);
      const entries = names.map(async (name) => [name, await read(`etc/systemd/network/${name}`)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

function showUnit(unit: ScriptedUnit | undefined): string {
  const file = unit?.masked ? "masked" : unit?.enabled ? "enabled" : "disabled";
  return [
    `LoadState=${unit ? (unit.masked ? "masked" : "loaded") : "not-found"}`,
    `ActiveState=${unit?.running ? "active" : "inactive"}`,
    `UnitFileState=${unit ? file : ""}`,
    "ConditionResult=no",
    "ConditionTimestampMonotonic=0",
    "",
  ].join("\n");
}

export function dhcpAdapter(device: string, more: Partial<NetworkAdapter> = {}): NetworkAdapter {
  return { device, active: true, dhcp: true, ip: "", mask: "", gw: "", dns1: "", dns2: "", ...more };
}
export function staticAdapter(
  device: string,
  ip: string,
  more: Partial<NetworkAdapter> = {},
): NetworkAdapter {
  return dhcpAdapter(device, { dhcp: false, ip, mask: "255.255.255.0", ...more });
}
