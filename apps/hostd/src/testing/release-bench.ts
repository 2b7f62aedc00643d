/**
 * The release service as a real process over a root folder of its own, with a real repository beside it, and a licence
 * that it trusts.
 *
 *     const build = await buildReleaseService();
 *     const bench = await build.bench();
 *     await bench.publish("0.2.0");
 *     await bench.start();
 *     await bench.install("0.2.0");
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { deviceFingerprint } from "@hubwart/license";
import { createSigningKey, publicHalf, signLicense } from "@hubwart/license/sign";
import type { Channel } from "@hubwart/releases";
import { type HandOver, releaseDoor } from "@hubwart/releases/device";
import { TestRepository } from "@hubwart/releases/testing";
import { bundle, trustLicenseKey } from "@hubwart/testing";
import { sayTo } from "./say-to.ts";
import { allFiles } from "./service-process.ts";

const MACHINE = "0123456789abcdef0123456789abcdef";
const DAY = 86_400_000;
const STATE = "var/lib/hubwart-releases";

export async function buildReleaseService() {
  const key = createSigningKey(new Date());
  const { folder, remove } = await bundle({ hostd: "apps/hostd/src/main.ts" });
  await trustLicenseKey(folder, publicHalf(key));
  const entry = path.join(folder, "hostd.mjs");
  return { bench: () => ReleaseBench.open(entry, key), remove };
}

export class ReleaseBench {
  readonly root: string;
  readonly socket: string;
  readonly peer: TestRepository;
  readonly #base: string;
  readonly #entry: string;
  readonly #key: ReturnType<typeof createSigningKey>;
  readonly #archives = new Map<string, string>();
  #child: ChildProcess | undefined;
  journal = "";

  private constructor(
    base: string,
    entry: string,
    key: ReturnType<typeof createSigningKey>,
    peer: TestRepository,
  ) {
    this.#base = base;
    this.#entry = entry;
    this.#key = key;
    this.peer = peer;
    this.root = path.join(base, "root");
    this.socket = path.join(base, "run", "releases.sock");
  }

  static async open(entry: string, key: ReturnType<typeof createSigningKey>): Promise<ReleaseBench> {
    const base = await mkdtemp(path.join(os.tmpdir(), "hubwart-releases-"));
    const bench = new ReleaseBench(base, entry, key, await TestRepository.start());
    const note = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${path.join(base, "calls")}'\n`;
    await bench.write("usr/bin/systemctl", note, 0o755);
    await bench.write("etc/machine-id", `${MACHINE}\n`);
    await bench.write("etc/shadow", "root:*\n", 0o600);
    await bench.write("proc/sys/kernel/random/boot_id", "boot-1\n");
    await mkdir(bench.at("usr/lib/hubwart/trust"), { recursive: true });
    await cp(
      path.join(bench.peer.folder, "current/1.root.json"),
      bench.at("usr/lib/hubwart/trust/root.json"),
    );
    return bench;
  }

  at(name: string): string {
    return path.join(this.root, name);
  }
  async write(name: string, content: string, mode = 0o644): Promise<void> {
    await mkdir(path.dirname(this.at(name)), { recursive: true });
    await writeFile(this.at(name), content, { mode });
  }

  /** A start of the device when `boot` is another one than before. */
  async start(boot = "boot-1"): Promise<void> {
    await this.write("proc/sys/kernel/random/boot_id", `${boot}\n`);
    const env = {
      PATH: process.env["PATH"],
      HUBWART_HOSTD_ROOT: this.root,
      HUBWART_HOSTD_SOCKET: this.socket,
    };
    const child = spawn(process.execPath, [this.#entry, "releases"], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.journal += text;
    });
    this.#child = child;
    while (!(await this.#answers())) {
      if (child.exitCode !== null) throw new Error(`the service ended: ${this.journal}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = net.connect(this.socket);
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  }

  async publish(version: string, channel: Channel = "stable"): Promise<void> {
    const archive = await this.peer.archive(version, { size: 200_000 });
    this.#archives.set(version, archive);
    await this.peer.publisher.publish(archive, channel);
  }
  archive(version: string): string {
    const file = this.#archives.get(version);
    if (file === undefined) throw new Error(`${version} was not published`);
    return file;
  }

  /** For this device unless told. */
  async license(change: { channels?: string; fingerprint?: string; days?: number } = {}): Promise<string> {
    const sources = { machineIdFiles: [this.at("etc/machine-id")], netFolder: this.at("sys/class/net") };
    const fingerprint = change.fingerprint ?? (await deviceFingerprint(sources)) ?? "";
    const now = systemClock.now();
    const claims = {
      key: "TEST",
      name: "Test",
      fingerprint,
      expiry: new Date(now + (change.days ?? 30) * DAY).toISOString(),
      issued: new Date(now - DAY).toISOString(),
      meta: change.channels === undefined ? {} : { "Update-Kanäle": change.channels },
    };
    return signLicense(claims, this.#key);
  }

  /** As the appliance would have it from `folder` of the repository. */
  handOver(version: string, folder = path.join(this.peer.folder, "current")): HandOver {
    return {
      metadata: (name) => readFile(path.join(folder, name)).catch(() => undefined),
      archive: this.archive(version),
    };
  }
  async install(
    version: string,
    change: { channel?: Channel; license?: string; handOver?: HandOver } = {},
  ): Promise<void> {
    const license = change.license ?? (await this.license());
    const request = { channel: change.channel ?? ("stable" as const), version, license };
    const signal = AbortSignal.timeout(60_000);
    await this.door.install(request, change.handOver ?? this.handOver(version), signal);
  }
  get door() {
    return releaseDoor(this.socket);
  }

  /** One line, and what is answered until the service hangs up; what it asks for is not given. */
  say(content: string | Uint8Array): Promise<string> {
    return sayTo(this.socket, content);
  }

  /** Where `current` leads. */
  async current(): Promise<string | undefined> {
    return readlink(this.at(`${STATE}/releases/current`)).catch(() => undefined);
  }
  async trial(): Promise<Record<string, unknown> | undefined> {
    const text = await readFile(this.at(`${STATE}/trial.json`), "utf8").catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>);
  }
  /** What systemctl was told. */
  async calls(): Promise<string[]> {
    const text = await readFile(path.join(this.#base, "calls"), "utf8").catch(() => "");
    return text.split("\n").filter(Boolean);
  }
  files(): Promise<Map<string, string>> {
    return allFiles(this.root);
  }
  async remove(): Promise<void> {
    await this.kill();
    await this.peer.scope.end();
    await rm(this.#base, { recursive: true, force: true });
  }
}
