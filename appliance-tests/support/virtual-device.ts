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
import { ApiClient, freePort, type PeerProcess, waitFor } from "@hubwart/testing";
import { fetchOver } from "./door.ts";
import { type Finished, keep, must, type RunOptions, run } from "./run.ts";

/** Of QEMU's own network. */
export const GUEST = "10.0.2.15";
export const HOST = "10.0.2.2";
const QEMU = "qemu-system-x86_64";
const FIRMWARE = "/usr/share/OVMF";
const FLASH = "if=pflash,format=raw";
/** A machine whose instructions are translated, on two cores that others want as well. */
const ANSWERS_MS = 1_800_000;

export interface VirtualDeviceOptions {
  image: string;
  /** Bytes; larger than the image. */
  diskSize: number;
  /** Private SSH key of the account root. */
  key: string;
}

/** "kvm" where scripts/test.mjs has found that it works. */
export const accelerator = () => (process.env["HUBWART_TEST_ACCELERATOR"] === "kvm" ? "kvm" : "tcg");

/** Translated, each level of the page tables costs: four are enough. */
const processor = () =>
  accelerator() === "kvm"
    ? ["-accel", "kvm", "-cpu", "host"]
    : ["-accel", "tcg,thread=multi", "-cpu", "max,la57=off"];

export class VirtualDevice {
  readonly api: ApiClient;
  /** Of 127.0.0.1, for ports of the device. */
  readonly ports: { readonly [port: number]: number };
  readonly #folder: string;
  readonly #key: string;
  #authority: string | undefined;
  #qemu: PeerProcess | undefined;

  private constructor(folder: string, key: string, ports: Record<number, number>) {
    this.#folder = folder;
    this.#key = key;
    this.ports = ports;
    this.api = new ApiClient(`https://${GUEST}`, (url, init) => this.fetch(url, init));
  }

  static async make(folder: string, { image, diskSize, key }: VirtualDeviceOptions): Promise<VirtualDevice> {
    const ports = { 22: await freePort(), 80: await freePort(), 443: await freePort() };
    const device = new VirtualDevice(folder, key, ports);
    await must("cp", ["--sparse=always", "--reflink=auto", image, device.#at("disk")], { timeout: 120_000 });
    await truncate(device.#at("disk"), diskSize);
    await copyFile(path.join(FIRMWARE, "OVMF_VARS_4M.fd"), device.#at("variables"));
    return device;
  }

  /** Switches it on. @returns ms until the console answered */
  async start(): Promise<number> {
    const since = performance.now();
    this.#qemu = await keep([QEMU, ...this.#arguments()]);
    const qemu = this.#qemu;
    const ready = async () => (this.#authority === undefined ? await this.#trust() : await this.#answers());
    await waitFor(() => ready().catch(() => false), {
      what: "the console of the virtual device",
      timeout: ANSWERS_MS,
      interval: 200,
    }).catch(async (error: unknown) => {
      const screen = await readFile(this.#at("screen"), "utf8").catch(() => "");
      throw new Error(`${String(error)}\n${qemu.output()}\n${screen.slice(-4_000)}`, { cause: error });
    });
    return Math.round(performance.now() - since);
  }

  async cutPower(): Promise<void> {
    await this.#qemu?.stop("SIGKILL");
  }

  /** As Node's `fetch`, to the device; redirects are answered, and its certificate must be of its own authority. */
  fetch(url: string, init: RequestInit = {}, idle = 60_000): Promise<Response> {
    const connect = (_host: string, port: number) => this.#connect(port, idle);
    const trust = this.#authority === undefined ? undefined : { ca: this.#authority };
    return fetchOver(connect, url, init, trust);
  }

  /** PEM, of the last start. */
  async authority(): Promise<string> {
    return this.#authority ?? (await this.must("cat", ["/var/lib/hubwart/tls/authority.pem"]));
  }

  run(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
    const settings = ["BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null"];
    const access = ["LogLevel=ERROR", "ConnectTimeout=10", ...settings].flatMap((option) => ["-o", option]);
    const to = ["-i", this.#key, "-p", String(this.ports[22]), "root@127.0.0.1"];
    return run("ssh", [...access, ...to, [file, ...args].map(quoted).join(" ")], options);
  }

  /** As `run`, for what must succeed. @returns its standard output, trimmed */
  async must(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(file, args, options);
    if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`);
    return stdout.trim();
  }

  async stop(): Promise<void> {
    await this.#qemu?.stop("SIGKILL");
  }

  /** At its first start; a certificate is only trusted once its authority is known. */
  async #trust(): Promise<boolean> {
    const text = await this.must("cat", ["/var/lib/hubwart/tls/authority.pem"], { timeout: 20_000 });
    const found = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text);
    if (!found) return false;
    this.#authority = found[0];
    return await this.#answers();
  }

  async #answers(): Promise<boolean> {
    return (await this.fetch(`https://${GUEST}/admin/api/info`, {}, 5_000)).status === 200;
  }

  #connect(port: number, idle: number): Promise<net.Socket> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(this.ports[port] ?? 0, "127.0.0.1", () => resolve(socket));
      socket.setTimeout(idle, () => socket.destroy(new Error("ETIMEDOUT")));
      socket.once("error", reject);
    });
  }

  #arguments(): string[] {
    const forward = Object.entries(this.ports).map(
      ([inside, port]) => `,hostfwd=tcp:127.0.0.1:${port}-:${inside}`,
    );
    const code = `${FLASH},readonly=on,file=${FIRMWARE}/OVMF_CODE_4M.fd`;
    return [
      ["-nodefaults", "-no-user-config", "-machine", "q35", ...processor(), "-smp", "2", "-m", "1024"],
      ["-display", "none", "-monitor", "none"],
      ["-chardev", `file,id=screen,path=${this.#at("screen")},append=on`, "-serial", "chardev:screen"],
      ["-drive", code, "-drive", `${FLASH},file=${this.#at("variables")}`],
      ["-drive", `if=none,id=disk,format=raw,cache=unsafe,file=${this.#at("disk")}`],
      ["-device", "virtio-blk-pci,drive=disk,bootindex=0", "-device", "virtio-rng-pci"],
      ["-netdev", `user,id=lan${forward.join("")}`, "-device", "virtio-net-pci,netdev=lan,romfile="],
    ].flat();
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
