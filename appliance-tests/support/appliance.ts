/**
 * A Hubwart device for a test: Debian 12 booted by systemd in a container, our package installed, nothing bound in
 * from outside, two networks of its own with DHCP, DNS and NTP beside it (lan.ts has the addresses).
 *
 *     const device = await bootAppliance();
 *     await device.api.signIn(PASSWORD);                     // https; judged by the device's own authority
 *     await device.must("networkctl", ["--no-pager", "status", "lan0"]);     // inside, as root
 *     await device.asService(["cat", "/etc/shadow"]);          // inside, with the rights of hubwart.service
 *     const before = await device.machine.bootId();
 *     await device.api.get("/system/restart", { action: "reboot" });
 *     await device.restarted(before);                        // booted again, and the console answers
 *     await device.lan.cable(0, false);                      // unplugs lan0
 *     await device.lan.silence("dhcp");                      // no leases and names until start("dhcp")
 *     const chromium = await device.browser();               // executablePath for playwright, inside the network
 *     await device.stop();                                   // in afterAll
 *
 * `api` goes to where the device was found last; after its address changed call `find()`, or `apiAt(address)` for a
 * second client. `door.connect(address, 22)` is a plain TCP connection from the router. Programs run in the router's
 * network by `lan.inRouter`. What the device wrote to its journal, of all its boots: `journal()`.
 *
 * Needs root and the packages of the tier (scripts/tests/packages.mjs); `prepare.ts` makes what the copies are
 * taken from. Everything a run started ends with the process of the test, also when that is killed; the folder of a
 * killed run is removed by the next one.
 */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { ApiClient, repoRoot, waitFor } from "@hubwart/testing";
import { inject } from "vitest";
import { copyTree } from "./base-root.ts";
import { Lan } from "./lan.ts";
import { Machine } from "./machine.ts";
import { type Finished, type RunOptions, run } from "./run.ts";

const runs = path.join(repoRoot(), ".cache/appliance/runs");
const DATA = "var/lib/hubwart";

export interface ApplianceOptions {
  /** false: the Debian alone, without our package. */
  installed?: boolean;
  /** Changes the copied root folder before it boots. */
  change?: (root: string) => Promise<void>;
}

export async function bootAppliance(options: ApplianceOptions = {}): Promise<Appliance> {
  await removeAbandoned();
  await mkdir(runs, { recursive: true });
  const folder = await mkdtemp(path.join(runs, `${process.pid}-`));
  const root = path.join(folder, "root");
  const { debian, installed, chrony } = inject("roots");
  await copyTree(options.installed === false ? debian : installed, root);
  await options.change?.(root);
  const lan = await Lan.open(folder, chrony);
  const machine = await Machine.boot({
    root,
    net: lan.applianceNet,
    name: `hw${path.basename(folder)}`,
  }).catch(async (error: unknown) => {
    await lan.stop();
    throw error;
  });
  const device = new Appliance(folder, root, lan, machine);
  try {
    if (options.installed !== false) await device.find();
  } catch (error) {
    await device.stop();
    throw error;
  }
  return device;
}

export class Appliance {
  /** As seen from outside; also while the device is down. */
  readonly root: string;
  readonly lan: Lan;
  readonly machine: Machine;
  readonly #folder: string;
  #api: ApiClient | undefined;

  constructor(folder: string, root: string, lan: Lan, machine: Machine) {
    this.#folder = folder;
    this.root = root;
    this.lan = lan;
    this.machine = machine;
  }

  get api(): ApiClient {
    if (!this.#api) throw new Error("the device was not found yet");
    return this.#api;
  }

  /** A client of its own, without a session. */
  apiAt(address: string): ApiClient {
    return new ApiClient(`https://${address}`, (url, init) => this.fetch(url, init));
  }

  /** As Node's `fetch`, from the router; redirects are answered, and certificates must be of the device's authority. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const trust = url.startsWith("https:") ? { ca: await this.authority() } : undefined;
    return this.lan.door.fetch(url, init, trust);
  }

  /** The device's own certificate authority, PEM. */
  async authority(): Promise<string> {
    const text = await readFile(path.join(this.root, DATA, "tls/authority.pem"), "utf8");
    const found = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text);
    if (!found) throw new Error("the device has no authority yet");
    return found[0];
  }

  /** IPv4 addresses of an adapter as the kernel has them. */
  async addresses(device = "lan0"): Promise<string[]> {
    const text = await this.must("ip", ["-4", "-json", "addr", "show", "dev", device, "scope", "global"]);
    const links = JSON.parse(text) as { addr_info?: { local: string }[] }[];
    return links.flatMap((link) => link.addr_info ?? []).map(({ local }) => local);
  }

  /** Waits until the console answers over https at an address of `device`; `api` then goes there, with its session. */
  async find(device = "lan0", timeout = 180_000): Promise<string> {
    let found = "";
    await waitFor(
      async () => {
        const [address] = await this.addresses(device);
        if (address === undefined) return false;
        const api = this.apiAt(address);
        if ((await api.get("/info")).status !== 200) return false;
        found = address;
        api.token = this.#api?.token;
        this.#api = api;
        return true;
      },
      { what: `the console at an address of ${device}`, timeout, interval: 100 },
    ).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await this.journal()}\n${this.lan.output()}`, { cause: error });
    });
    return found;
  }

  /** Waits for the boot after `bootId`, and for the console then. @returns where the console answers */
  async restarted(bootId: string | undefined, device = "lan0"): Promise<string> {
    await this.machine.booted(bootId);
    return this.find(device);
  }

  run(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
    return this.machine.run(file, args, options);
  }

  /** As `run`, for what must succeed. @returns its standard output, trimmed */
  async must(file: string, args: readonly string[] = [], options: RunOptions = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(file, args, options);
    if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`);
    return stdout.trim();
  }

  /**
   * Runs a program with all that hubwart.service has and has not: account, capabilities, sandbox. stdout has both
   * streams; what cannot even be started gives code 203 (systemd.exec(5)).
   */
  async asService(args: readonly string[]): Promise<Finished> {
    const output = "/run/hubwart-probe.out";
    const unit = await readFile(path.join(this.root, "usr/lib/systemd/system/hubwart.service"), "utf8");
    const service = unit
      .slice(unit.indexOf("[Service]"), unit.indexOf("[Install]"))
      .replace(/^(Type|ExecStart|Restart|RestartSec|EnvironmentFile)=.*\n/gm, "");
    const quoted = args.map((one) => JSON.stringify(one).replaceAll("%", "%%").replaceAll("$", "$$$$"));
    const own = [
      "Type=oneshot",
      `ExecStart=${quoted.join(" ")}`,
      `StandardOutput=truncate:${output}`,
      "StandardError=inherit",
      "",
    ];
    const write = `cat > /run/systemd/system/hubwart-probe.service && systemctl daemon-reload && rm -f ${output}`;
    await this.must("bash", ["-c", write], { input: service + own.join("\n") });
    await this.run("systemctl", ["start", "hubwart-probe.service"]);
    const code = Number(await this.unit("hubwart-probe.service", "ExecMainStatus"));
    await this.run("systemctl", ["reset-failed", "hubwart-probe.service"]);
    return { code, stdout: (await this.run("cat", [output])).stdout, stderr: "" };
  }

  /** One property of a unit, as `systemctl show` has it. */
  async unit(name: string, property: string): Promise<string> {
    return this.must("systemctl", ["show", "--value", `--property=${property}`, name]);
  }

  /** Of all boots, or of one unit. */
  async journal(unit?: string): Promise<string> {
    const of = unit === undefined ? [] : ["--unit", unit];
    const folder = path.join(this.root, "var/log/journal");
    const { stdout } = await this.run("journalctl", ["--no-pager", "--output=short-monotonic", ...of]).catch(
      () => ({ stdout: `the device is down; its journal is in ${folder}` }),
    );
    return stdout;
  }

  /** A program file that starts Debian's Chromium in the router's network. */
  async browser(): Promise<string> {
    const file = path.join(this.#folder, "chromium");
    const text = `#!/bin/sh\nexec nsenter --net=${this.lan.routerNet} -- /usr/bin/chromium-headless-shell "$@"\n`;
    await writeFile(file, text);
    await chmod(file, 0o755);
    return file;
  }

  async stop(): Promise<void> {
    await this.machine.stop();
    await this.lan.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Folders of runs whose process was killed. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(runs).catch(() => [])) {
    try {
      process.kill(Number(name.split("-")[0]), 0);
    } catch {
      await rm(path.join(runs, name), { recursive: true, force: true });
      // Its groups of processes, empty by now (boot.sh).
      const groups = ["-depth", "-type", "d", "-path", `*/hw${name}*`, "-exec", "rmdir", "{}", ";"];
      await run("find", ["/sys/fs/cgroup", ...groups]);
    }
  }
}
