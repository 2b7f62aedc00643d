/**
 * A device started from its image with Linux as an ordinary process (user-mode Linux): the disk, file system, systemd, units
 * and programs of the device, at nearly the speed of this machine, without a processor for virtual machines. Killing the process is
 * a power cut: its kernel is gone with all it had not handed to its disk.
 *
 *     const device = await UserModeDevice.make(folder, { image, diskSize, key });
 *     await device.start();                     // until the console answers over https
 *     await device.cutPower();
 *     await device.stop();                      // in afterAll
 *
 * Not of the image are the kernel, which is Debian's for this purpose (its modules go into the image: `userModeModules`), and what
 * starts it: no UEFI, no GRUB. That kernel has neither a watchdog nor what the container engine wants of packet rules; both stay
 * switched off by its command line. The device is alone in a network namespace, with DHCP and this machine at 10.0.2.2.
 */
import { mkdir, readdir, truncate, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import path from "node:path";
import type { PeerProcess } from "@hubwart/testing";
import { Door } from "./door.ts";
import { GUEST, HOST, ImageDevice, type ImageDeviceOptions } from "./image-device.ts";
import { keep, must } from "./run.ts";

const LINUX = "linux.uml";
const MODULES = "/usr/lib/uml/modules";
const ANSWERS_MS = 600_000;
const MEMORY = "1024M";
const ADAPTER = "02:00:00:00:00:02";
/** Units of Debian that this kernel cannot serve, and those that only take time here. */
const MASKED = [
  ["docker.service", "docker.socket", "containerd.service"],
  ["configfs", "drm", "efi_pstore", "fuse", "loop", "dm_mod", "cdc_acm", "usbserial"].map(
    (module) => `modprobe@${module}.service`,
  ),
  ["e2scrub_reap.service", "e2scrub_all.timer", "fstrim.timer", "dpkg-db-backup.timer"],
  ["apt-daily.timer", "apt-daily-upgrade.timer", "systemd-update-utmp.service"],
  ["getty@tty1.service", "user@0.service", "user-runtime-dir@0.service"],
].flat();
const OPTIONS = ["root=/dev/ubda2", "rw", "quiet", "selinux=0", "apparmor=0", "systemd.watchdog_sec=0"];

let made = 0;

export class UserModeDevice extends ImageDevice {
  /** Where `DeviceVendor` serves. */
  readonly lan: { routerNet: string };
  readonly disk: string;
  /** Of the network namespace. */
  readonly #holder: PeerProcess;

  private constructor(folder: string, key: string, holder: PeerProcess, door: Door) {
    const net = `/proc/${holder.pid}/ns/net`;
    const within = ["nsenter", `--net=${net}`, "--"];
    const disk = path.join(folder, "disk");
    // Its processes wait for one another at each call: on one core a program starts in half the time.
    const core = made++ % cpus().length;
    super(key, {
      longest: ANSWERS_MS,
      launch: () => keep([...within, "taskset", "--cpu-list", String(core), ...machine(folder, disk)]),
      connect: (port) => door.connect(GUEST, port),
      within,
      ssh: [`root@${GUEST}`],
      place: userModePlace,
      browser: async () => {
        const executablePath = path.join(folder, "chromium");
        const text = `#!/bin/sh\nexec ${within.join(" ")} /usr/bin/chromium-headless-shell "$@"\n`;
        await writeFile(executablePath, text, { mode: 0o755 });
        return { executablePath };
      },
      screen: async () => "",
    });
    this.lan = { routerNet: net };
    this.disk = disk;
    this.#holder = holder;
  }

  /** @param folder of its own, made where it is missing */
  static async make(folder: string, { image, diskSize, key }: ImageDeviceOptions): Promise<UserModeDevice> {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, "door.sock");
    const script = path.join(import.meta.dirname, "door-process.mjs");
    const holder = await keep(["unshare", "--net", process.execPath, script, file], { ready: /^open$/m });
    const device = new UserModeDevice(folder, key, holder, new Door(file));
    try {
      await must("cp", ["--sparse=always", "--reflink=auto", image, device.disk], { timeout: 120_000 });
      await truncate(device.disk, diskSize);
      await device.#connect(folder);
    } catch (error) {
      await device.stop();
      throw error;
    }
    return device;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#holder.stop("SIGKILL");
  }

  async #connect(folder: string): Promise<void> {
    const ip = (...args: string[]) => must("nsenter", [`--net=${this.lan.routerNet}`, "--", "ip", ...args]);
    await ip("link", "set", "lo", "up");
    await ip("tuntap", "add", "tap0", "mode", "tap");
    await ip("addr", "add", `${HOST}/24`, "dev", "tap0");
    await ip("link", "set", "tap0", "up");
    const settings = [
      "--keep-in-foreground",
      "--log-facility=-",
      "--conf-file=/dev/null",
      "--no-resolv",
      "--no-hosts",
      "--no-ping",
      "--user=root",
      "--interface=tap0",
      "--bind-interfaces",
      "--dhcp-authoritative",
      `--dhcp-leasefile=${path.join(folder, "leases")}`,
      `--pid-file=${path.join(folder, "dnsmasq.pid")}`,
      `--dhcp-range=${GUEST},${GUEST},1h`,
    ];
    await this.beside(["dnsmasq", ...settings], /DHCP, IP range/);
  }
}

/** Of a server beside each of them. */
export const userModePlace = (port: number) => ({ bind: HOST, port, url: `http://${HOST}:${port}` });

/** Files of its kernel, laid into the image before it is made. */
export async function userModeModules(root: string): Promise<void> {
  const target = path.join(root, "usr/lib/modules");
  await mkdir(target, { recursive: true });
  for (const version of await readdir(MODULES))
    await must("cp", ["--archive", path.join(MODULES, version), target], { timeout: 120_000 });
}

/** The kernel is several processes, which end together with a namespace of theirs. */
function machine(folder: string, disk: string): string[] {
  return [
    ["unshare", "--pid", "--fork", "--kill-child", "env", "TMPDIR=/dev/shm", `HOME=${folder}`],
    [LINUX, `mem=${MEMORY}`, `ubd0=${disk}`, `eth0=tuntap,tap0,${ADAPTER}`],
    ["con=null", "con0=null,fd:1", "console=tty0", ...OPTIONS],
    MASKED.map((unit) => `systemd.mask=${unit}`),
  ].flat();
}
