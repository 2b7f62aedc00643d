/**
 * Two networks and the router between them, each run its own: two network namespaces joined by two cables.
 *
 *     appliance   lan0 ── 10.77.0.0/24 ── up0   router: DHCP (.50–.60), DNS and NTP on 10.77.0.1 and 10.77.0.2
 *                 lan1 ── 10.78.0.0/24 ── up1           DHCP (.50–.60)
 *
 * dnsmasq answers DHCP, without NTP servers, and DNS: `ntp.test` and `router.test` are the router. chronyd serves the
 * time of this machine and never sets it (`-x`). The namespaces have no name; they end with their processes.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type PeerProcess, startProcess } from "@hubwart/testing";
import { Door } from "./door.ts";
import { KEPT, keep, must } from "./run.ts";

/** Addresses of the router; both answer DNS and NTP. */
export const ROUTER = "10.77.0.1";
export const ROUTER_TOO = "10.77.0.2";
/** On the second network. */
export const ROUTER_LAN1 = "10.78.0.1";

export type Service = "dhcp" | "ntp";

export class Lan {
  readonly door: Door;
  readonly #folder: string;
  readonly #router: PeerProcess;
  readonly #appliance: PeerProcess;
  readonly #services = new Map<Service, PeerProcess>();

  readonly #commands: Record<Service, { args: string[]; ready: RegExp }>;

  private constructor(folder: string, chrony: string, router: PeerProcess, appliance: PeerProcess) {
    this.#folder = folder;
    this.#router = router;
    this.#appliance = appliance;
    this.door = new Door(this.#at("door.sock"));
    const dnsmasq = ["dnsmasq", "--keep-in-foreground", "--log-facility=-"];
    const chronyd = [path.join(chrony, "usr/sbin/chronyd"), "-x", "-d", "-u", "root"];
    this.#commands = {
      dhcp: { args: [...dnsmasq, `--conf-file=${this.#at("dnsmasq.conf")}`], ready: /DHCP, IP range/ },
      ntp: { args: [...chronyd, "-f", this.#at("chrony.conf")], ready: /chronyd version/ },
    };
  }

  #at(name: string): string {
    return path.join(this.#folder, name);
  }

  /** @param folder of this run; @param chrony folder of the unpacked package */
  static async open(folder: string, chrony: string): Promise<Lan> {
    const door = path.join(import.meta.dirname, "door-process.mjs");
    const router = await keep(["unshare", "--net", process.execPath, door, path.join(folder, "door.sock")], {
      ready: /^open$/m,
    });
    const appliance = await keep(["unshare", "--net", "sh", "-c", "echo held; exec sleep infinity"], {
      ready: /^held$/m,
    });
    const lan = new Lan(folder, chrony, router, appliance);
    try {
      await lan.#connect();
      await lan.#configure();
      await lan.start("dhcp");
      await lan.start("ntp");
    } catch (error) {
      await lan.stop();
      throw error;
    }
    return lan;
  }

  /** Network namespaces, as paths that nsenter(1) and nspawn take. */
  get routerNet(): string {
    return `/proc/${this.#router.pid}/ns/net`;
  }
  get applianceNet(): string {
    return `/proc/${this.#appliance.pid}/ns/net`;
  }

  /** What starts a daemon in the router's namespace, one that ends with this process. */
  get insideRouter(): string[] {
    // A daemon that changes its rights is no longer ended with its parent (prctl(2)); the shell before it is.
    const bound = ["unshare", "--pid", "--fork", "--kill-child", "sh", "-c", '"$@"; exit $?', "sh"];
    return [...KEPT, "nsenter", `--net=${this.routerNet}`, "--", ...bound];
  }

  /** A program in the router's namespace. */
  inRouter(file: string, args: readonly string[]): Promise<string> {
    return must("nsenter", [`--net=${this.routerNet}`, "--", file, ...args]);
  }

  /** Unplugs or plugs the cable of `lan0` (0) or `lan1` (1): the appliance loses its carrier. */
  async cable(index: 0 | 1, plugged: boolean): Promise<void> {
    await this.inRouter("ip", ["link", "set", `up${index}`, plugged ? "up" : "down"]);
  }

  /** Whether DHCP is answered on the network of `lan1`: dnsmasq is silent where the router has no address. */
  async dhcpOnLan1(answered: boolean): Promise<void> {
    await this.inRouter("ip", ["addr", answered ? "add" : "del", `${ROUTER_LAN1}/24`, "dev", "up1"]);
  }

  /** Ends the router's DHCP and DNS, or its NTP; `start` has it back. */
  async silence(service: Service): Promise<void> {
    await this.#services.get(service)?.stop("SIGKILL");
  }

  async start(service: Service): Promise<void> {
    const { args, ready } = this.#commands[service];
    const [program = "", ...rest] = [...this.insideRouter, ...args];
    this.#services.set(service, await startProcess(program, rest, { ready }));
  }

  async stop(): Promise<void> {
    for (const one of [...this.#services.values(), this.#appliance, this.#router]) await one.stop("SIGKILL");
  }

  async #connect(): Promise<void> {
    const [inside, outside] = [String(this.#appliance.pid), String(this.#router.pid)];
    for (const [index, addresses] of [[ROUTER, ROUTER_TOO], [ROUTER_LAN1]].entries()) {
      const [lan, up] = [`lan${index}`, `up${index}`];
      await must("ip", ["link", "add", lan, "netns", inside, "type", "veth", "peer", up, "netns", outside]);
      for (const address of addresses) await this.inRouter("ip", ["addr", "add", `${address}/24`, "dev", up]);
      await this.inRouter("ip", ["link", "set", up, "up"]);
    }
    await this.inRouter("ip", ["link", "set", "lo", "up"]);
    await must("nsenter", [`--net=${this.applianceNet}`, "--", "ip", "link", "set", "lo", "up"]);
  }

  async #configure(): Promise<void> {
    const dnsmasq = [
      "no-resolv",
      "no-hosts",
      "no-ping",
      "dhcp-authoritative",
      "log-dhcp",
      "user=root",
      "interface=up0",
      "interface=up1",
      "bind-interfaces",
      `dhcp-leasefile=${this.#at("leases")}`,
      `pid-file=${this.#at("dnsmasq.pid")}`,
      "dhcp-range=set:lan0,10.77.0.50,10.77.0.60,255.255.255.0,2m",
      "dhcp-range=set:lan1,10.78.0.50,10.78.0.60,255.255.255.0,2m",
      `address=/ntp.test/${ROUTER}`,
      `address=/router.test/${ROUTER}`,
      "local=/test/",
    ];
    const chrony = ["local stratum 8", "allow all", "cmdport 0", `pidfile ${this.#at("chronyd.pid")}`];
    await writeFile(this.#at("dnsmasq.conf"), `${dnsmasq.join("\n")}\n`);
    await writeFile(this.#at("chrony.conf"), `${chrony.join("\n")}\n`);
  }

  /** What dnsmasq and chronyd printed; for the message of a failure. */
  output(): string {
    return [...this.#services.values()].map((one) => one.output()).join("\n");
  }
}
