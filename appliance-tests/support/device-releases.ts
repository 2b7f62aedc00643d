/**
 * A manufacturer beside a device: his repository, served in the device's network by his own service; a licence that the
 * device trusts; and releases made of what is installed on the device, under another version and broken where wanted.
 *
 *     const vendor = await DeviceVendor.make(folder);
 *     const device = await bootAppliance({ change: (root) => vendor.prepare(root, gate) });
 *     await vendor.serve(device);
 *     await vendor.publish("0.2.0", { "server/appliance.mjs": () => "process.exit(3)" });
 *
 * `make(folder, { url, bind, within })` serves it elsewhere.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "@hubwart/core";
import { createSigningKey, publicHalf, signLicense } from "@hubwart/license/sign";
import { packRelease } from "@hubwart/releases/pack";
import { Publisher } from "@hubwart/releases/publish";
import {
  type ApiClient,
  type PeerProcess,
  repoRoot,
  sayVersion,
  trustLicenseKey,
  waitFor,
} from "@hubwart/testing";
import { OWN } from "./base-root.ts";
import { ROUTER } from "./lan.ts";
import { keep, must, type RunOptions } from "./run.ts";

/** A device whose instructions are translated takes its time. */
const LONGEST_MS = 600_000;
/** Name of a file in the release, and what it becomes. */
export type Harm = Record<string, (right: string) => string>;
/** A release that does not start. */
export const CRASHES: Harm = {
  "server/appliance.mjs": () => "console.error('kaputt'); process.exit(3);",
};

/** Where the repository is served, and where the device looks for it. */
export interface Place {
  bind: string;
  port: number;
  url: string;
}
/** Beside a device of `bootAppliance`. */
const IN_ROUTER: Place = { bind: ROUTER, port: 8090, url: `http://${ROUTER}:8090` };

interface Device {
  api: ApiClient;
  must(file: string, args: readonly string[], options?: RunOptions): Promise<string>;
  /** Where the repository is served; without it on this machine. */
  lan?: { routerNet: string };
}

export class DeviceVendor {
  readonly #folder: string;
  readonly #place: Place;
  readonly #key = createSigningKey(new Date());
  readonly #publisher: Publisher;
  #root = "";
  readonly #services: PeerProcess[] = [];

  private constructor(folder: string, place: Place) {
    this.#folder = folder;
    this.#place = place;
    this.#publisher = new Publisher({ folder: path.join(folder, "releases"), clock: systemClock });
  }

  static async make(folder: string, place = IN_ROUTER): Promise<DeviceVendor> {
    const vendor = new DeviceVendor(path.join(folder, "vendor"), place);
    await must(process.execPath, [...vendor.#command, "key", "create", "--folder", vendor.#folder]);
    await vendor.#publisher.create();
    return vendor;
  }
  get #command(): string[] {
    return [path.join(repoRoot(), "dist/server/vendor.mjs")];
  }

  /** Before the device boots: what a manufacturer builds into it. */
  async prepare(root: string, gate: number): Promise<void> {
    this.#root = root;
    await trustLicenseKey(path.join(root, OWN, "server"), publicHalf(this.#key));
    const trust = path.join(root, OWN, "trust");
    await mkdir(trust, { mode: 0o755 });
    const root1 = await readFile(path.join(this.#folder, "releases/current/1.root.json"));
    await writeFile(path.join(trust, "root.json"), root1, { mode: 0o644 });
    const settings = [
      `HUBWART_UPDATE_URL=${this.#place.url}`,
      `HUBWART_UPDATE_GATE=${gate}`,
      "HUBWART_UPDATE_TRIAL=0",
      "",
    ];
    await writeFile(path.join(root, "etc/default/hubwart"), settings.join("\n"));
  }

  /** Serves the repository, and licenses the device for all channels. */
  async serve(device: Device): Promise<void> {
    await this.listen(device);
    await this.#license(device);
  }

  /** Serves the repository where this device looks for it. */
  async listen(device: Pick<Device, "lan">): Promise<void> {
    const within = device.lan === undefined ? [] : ["nsenter", `--net=${device.lan.routerNet}`, "--"];
    const address = ["--bind", this.#place.bind, "--port", String(this.#place.port)];
    const serve = [process.execPath, ...this.#command, "serve", "--folder", this.#folder, ...address];
    this.#services.push(await keep([...within, ...serve], { ready: /http:/ }));
  }

  async #license(device: Device): Promise<void> {
    const { fingerprint } = (await device.api.get("/license")).body as { fingerprint: string };
    const claims = {
      key: "TEST",
      name: "Test",
      fingerprint,
      meta: { "Update-Kanäle": "stable, test" },
      expiry: new Date(Date.now() + 86_400_000).toISOString(),
      issued: new Date().toISOString(),
    };
    const write = "install -d -o hubwart -m 700 $1 && cat > $1/license.jws && chown hubwart $1/license.jws";
    await device.must("bash", ["-c", write, "write", "/var/lib/hubwart/license"], {
      input: signLicense(claims, this.#key),
    });
    await device.must("systemctl", ["restart", "hubwart"], { timeout: LONGEST_MS });
    await waitFor(
      async () =>
        ((await device.api.get("/license").catch(() => undefined))?.body["valid"] ?? false) === true,
      { what: "the licence", timeout: LONGEST_MS },
    );
  }

  /** Without a Node of its own: it is the package's, and a quarter of a minute to pack. */
  async publish(version: string, harm: Harm = {}): Promise<void> {
    const work = await mkdtemp(path.join(this.#folder, "release-"));
    const source = path.join(work, "source");
    for (const part of ["server", "console", "node_modules", "trust"])
      await cp(path.join(this.#root, OWN, part), path.join(source, part), { recursive: true });
    await cp(path.join(repoRoot(), "packaging/systemd"), path.join(source, "systemd"), { recursive: true });
    const versioned: Harm = {
      "systemd/hubwart.service": (text) => text,
      ...harm,
    };
    sayVersion(path.join(source, "server"), version);
    for (const [name, change] of Object.entries(versioned)) {
      const file = path.join(source, name);
      const text = change(await readFile(file, "utf8"));
      await writeFile(
        file,
        name.startsWith("systemd/") ? text.replace(/^Description=.*$/m, `$& ${version}`) : text,
      );
    }
    const archive = path.join(work, `hubwart-${version}.tar.br`);
    await packRelease(source, archive, { version, arch: "x64", notes: `Version ${version}`, quality: 1 });
    await this.#publisher.publish(archive, "stable");
    await rm(work, { recursive: true });
  }

  async stop(): Promise<void> {
    for (const service of this.#services) await service.stop();
  }
}
