/**
 * A device started from its image in QEMU, by UEFI, with a disk of its own. Its power can be cut at any moment.
 *
 *     const device = await VirtualDevice.make(folder, { image, diskSize, key });
 *     await device.start();                     // until the console answers over https
 *     await device.must("df", ["/"]);           // as root, by SSH: the image was made with the key
 *     await device.cutPower();                  // kill -9 of the machine
 *     await device.stop();                      // in afterAll
 *
 * The machine reaches this one at 10.0.2.2. With the machine goes what it had not yet handed to its disk; the disk itself forgets
 * nothing, unlike one with a cache that lies about it. Without KVM every instruction is translated: the same, but many times
 * slower. HUBWART_TEST_ACCELERATOR=kvm asks for it.
 */
import { copyFile, readFile, truncate } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { freePort } from "@hubwart/testing";
import { GUEST, HOST, ImageDevice, type ImageDeviceOptions } from "./image-device.ts";
import { keep, must } from "./run.ts";

const QEMU = "qemu-system-x86_64";
const FIRMWARE = "/usr/share/OVMF";
const FLASH = "if=pflash,format=raw";
/** A machine whose instructions are translated, on two cores that others want as well. */
const ANSWERS_MS = 1_800_000;

/** "kvm" where scripts/test.mjs has found that it works. */
export const accelerator = () => (process.env["HUBWART_TEST_ACCELERATOR"] === "kvm" ? "kvm" : "tcg");

/** Translated, each level of the page tables costs: four are enough. */
const processor = () =>
  accelerator() === "kvm"
    ? ["-accel", "kvm", "-cpu", "host"]
    : ["-accel", "tcg,thread=multi", "-cpu", "max,la57=off"];

export class VirtualDevice extends ImageDevice {
  private constructor(folder: string, key: string, ports: Record<number, number>) {
    const at = (name: string) => path.join(folder, name);
    super(key, {
      longest: ANSWERS_MS,
      launch: () => keep([QEMU, ...machine(at, ports)]),
      connect: (port) => connectTo(ports[port] ?? 0),
      within: [],
      ssh: ["-p", String(ports[22]), "root@127.0.0.1"],
      place: (port) => ({ bind: "127.0.0.1", port, url: `http://${HOST}:${port}` }),
      browser: async () => ({ elsewhere: { [`${GUEST}:443`]: ports[443] ?? 0 } }),
      screen: () => readFile(at("screen"), "utf8"),
    });
  }

  static async make(folder: string, { image, diskSize, key }: ImageDeviceOptions): Promise<VirtualDevice> {
    const ports = { 22: await freePort(), 80: await freePort(), 443: await freePort() };
    const disk = path.join(folder, "disk");
    await must("cp", ["--sparse=always", "--reflink=auto", image, disk], { timeout: 120_000 });
    await truncate(disk, diskSize);
    await copyFile(path.join(FIRMWARE, "OVMF_VARS_4M.fd"), path.join(folder, "variables"));
    return new VirtualDevice(folder, key, ports);
  }
}

function connectTo(port: number): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

function machine(at: (name: string) => string, ports: Record<number, number>): string[] {
  const forward = Object.entries(ports).map(([inside, port]) => `,hostfwd=tcp:127.0.0.1:${port}-:${inside}`);
  const code = `${FLASH},readonly=on,file=${FIRMWARE}/OVMF_CODE_4M.fd`;
  return [
    ["-nodefaults", "-no-user-config", "-machine", "q35", ...processor(), "-smp", "2", "-m", "1024"],
    ["-display", "none", "-monitor", "none"],
    ["-chardev", `file,id=screen,path=${at("screen")},append=on`, "-serial", "chardev:screen"],
    ["-drive", code, "-drive", `${FLASH},file=${at("variables")}`],
    ["-drive", `if=none,id=disk,format=raw,cache=unsafe,file=${at("disk")}`],
    ["-device", "virtio-blk-pci,drive=disk,bootindex=0", "-device", "virtio-rng-pci"],
    ["-netdev", `user,id=lan${forward.join("")}`, "-device", "virtio-net-pci,netdev=lan,romfile="],
  ].flat();
}
