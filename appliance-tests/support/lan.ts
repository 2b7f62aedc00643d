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
import type { PeerProcess } from "@hubwart/testing";
import { Door } from "./door.ts";
import { keep, must } from "./run.ts";

/** Addresses of the router; both answer DNS and NTP. */
export const ROUTER = "10.77.0.1";
export const ROUTER_TOO = "10.77.0.2";
/** On the second network. */
export const ROUTER_LAN1 = "10.78.0.1";

export class Lan {
  readonly door: Door;
  readonly #folder: string;
  readonly #router: PeerProcess;
  readonly #appliance: PeerProcess;
  #services: PeerProcess[] = [];

  private constructor(folder: string, router: PeerProcess, appliance: PeerProcess) {
    this.#folder = folder;
    this.#router = router;
    this.#appliance = appliance;
    this.door = new Door(path.join(folder, "door.sock"));
  }

  /** @param folder of this run; @param chrony folder of the unpacked package */
  static async start(folder: string, chrony: string): Promise<Lan> {
    const door = path.join(import.meta.dirname, "door-process.mjs");
    const router = await keep(["unshare", "--net", process.execPath, door, path.join(folder, "door.sock")], {
      ready: /^open$/m,
    });
    const appliance = await keep(["unshare", "--net", "sh", "-c", "echo held; exec sleep infinity"], {
      ready: /^held$/m,
    });
    const lan = new Lan(folder, router, appliance);
    try {
      await lan.#connect();
      await lan.#serve(chrony);
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

  /** A program in the router's namespace. */
  inRouter(file: string, args: readonly string[]): Promise<string> {
    return must("nsenter", [`--net=${this.routerNet}`, "--", file, ...args]);
  }

  /** Unplugs or plugs the cable of `lan0` (0) or `lan1` (1): the appliance loses its carrier. */
  async cable(index: 0 | 1, plugged: boolean): Promise<void> {
    await this.inRouter("ip", ["link", "set", `up${index}`, plugged ? "up" : "down"]);
  }

  async stop(): Promise<void> {
    for (const one of [...this.#services, this.#appliance, this.#router]) await one.stop("SIGKILL");
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

  async #serve(chrony: string): Promise<void> {
    const at = (name: string) => path.join(this.#folder, name);
    const dnsmasq = [
      ...["no-resolv", "no-hosts", "no-ping", "dhcp-authoritative", "log-dhcp", "user=root"],
      ...["interface=up0", "interface=up1", "bind-interfaces", `dhcp-leasefile=${at("leases")}`],
      "dhcp-range=set:lan0,10.77.0.50,10.77.0.60,255.255.255.0,2m",
      "dhcp-range=set:lan1,10.78.0.50,10.78.0.60,255.255.255.0,2m",
      `address=/ntp.test/${ROUTER}`,
      `address=/router.test/${ROUTER}`,
      "local=/test/",
    ];
    await writeFile(at("dnsmasq.conf"), `${dnsmasq.join("\n")}\n`);
    await writeFile(
      at("chrony.conf"),
      `local stratum 8\nallow all\ncmdport 0\npidfile ${at("chronyd.pid")}\n`,
    );
    // A daemon that changes its rights is no longer ended with its parent (prctl(2)); the shell before it is.
    const bound = ["unshare", "--pid", "--fork", "--kill-child", "sh", "-c", '"$@"; exit $?', "sh"];
    const inside = ["nsenter", `--net=${this.routerNet}`, "--", ...bound];
    const dhcp = ["dnsmasq", "--keep-in-foreground", "--log-facility=-", `--conf-file=${at("dnsmasq.conf")}`];
    const time = [path.join(chrony, "usr/sbin/chronyd"), "-x", "-d", "-u", "root", "-f", at("chrony.conf")];
    this.#services.push(await keep([...inside, ...dhcp], { ready: /DHCP, IP range/ }));
    this.#services.push(await keep([...inside, ...time], { ready: /chronyd version/ }));
  }

  /** What dnsmasq and chronyd printed; for the message of a failure. */
  output(): string {
    return this.#services.map((one) => one.output()).join("\n");
  }
}
