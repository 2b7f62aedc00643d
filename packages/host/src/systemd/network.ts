/** The network by systemd-networkd: its files, and what is active read from the kernel and the service itself. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { CODES, type NetworkAdapter, type NetworkSettings, normalMask } from "@hubwart/contract";
import { ResultError, readFileIfThere } from "@hubwart/core";
import { readDevices } from "../facts/devices.ts";
import type { Device } from "../host.ts";
import { texts } from "../texts.ts";
import {
  type LinkAddress,
  type LinkStatus,
  parseAddresses,
  parseGateways,
  parseLinks,
} from "./link-state.ts";
import { type MatterDriver, no, type System, YES } from "./matter.ts";
import {
  fileOf,
  type NetworkFiles,
  parseAdapterFile,
  readOwnFiles,
  renderNetwork,
  writeOwnFiles,
} from "./network-files.ts";

const NETWORKD = "systemd-networkd.service";
const WAIT_ONLINE = "systemd-networkd-wait-online.service";
const RESOLVED = "systemd-resolved.service";

export interface NetworkDriver extends MatterDriver<NetworkSettings> {
  devices(): Promise<Device[]>;
  /** Device → address and gateway it has now. */
  links(): Promise<Map<string, LinkNow>>;
  ownFiles(): Promise<NetworkFiles>;
  /** Makes our files these, and the running service follow them. */
  applyLive(files: NetworkFiles): Promise<void>;
  /** Whether the gateway answers on this adapter, within 2 s. */
  gatewayAnswers(device: string, gateway: string): Promise<boolean>;
}
export interface LinkNow {
  up: boolean;
  addresses: LinkAddress[];
  gateway: string;
  status: LinkStatus | undefined;
}

export function networkDriver(system: System): NetworkDriver {
  const { paths, run, units } = system;
  const devices = () => readDevices(paths.sysNet);
  const ownFiles = () => readOwnFiles(paths.networkFolder);

  async function links(): Promise<Map<string, LinkNow>> {
    const [addresses, routes, status] = await Promise.all([
      run("ip", ["-j", "addr", "show"]),
      run("ip", ["-j", "-4", "route", "show", "default"]),
      run("networkctl", ["--json=short", "--no-pager", "status", "--all"]),
    ]);
    const known = parseAddresses(addresses.stdout);
    const gateways = parseGateways(routes.stdout);
    const told = parseLinks(status.stdout);
    return new Map(
      [...known].map(([device, link]) => [
        device,
        {
          ...link,
          gateway: gateways.get(device) ?? "",
          status: told.get(device),
        },
      ]),
    );
  }

  async function gatewayAnswers(device: string, gateway: string): Promise<boolean> {
    const { code } = await run("ping", ["-4", "-n", "-q", "-c", "1", "-W", "1", "-I", device, gateway]);
    if (code === 0) return true;
    // A gateway that answers no ping still answers ARP, which the attempt asked for.
    const { stdout } = await run("ip", ["-j", "-4", "neigh", "show", "to", gateway, "dev", device]);
    return /"REACHABLE"/.test(stdout);
  }

  return {
    devices,
    links,
    ownFiles,
    gatewayAnswers,
    async support() {
      if (!(await units.installed(NETWORKD))) return no(texts.noNetworkd);
      if (!(await units.installed(RESOLVED))) return no(texts.noResolved);
      if (await units.installed("NetworkManager.service")) {
        const manager = await units.state("NetworkManager.service");
        if (manager.running || manager.enabled) return no(texts.networkManager);
      }
      const names = new Set((await devices()).map(({ device }) => device));
      const managed = (await ifupdownDevices(paths.ifupdown, paths.ifupdownFolder)).find((d) => names.has(d));
      return managed === undefined ? YES : no(texts.interfaces(managed));
    },
    async active() {
      const [now, files, all] = await Promise.all([links(), ownFiles(), devices()]);
      return {
        use: files.size > 0,
        interfaces: await Promise.all(
          all.map(async ({ device }) => {
            const link = now.get(device);
            // Ours, or whoever's the network service follows here.
            const other = link?.status?.file
              ? await readFileIfThere(path.join(paths.root, link.status.file))
              : undefined;
            return activeAdapter(device, link, files.get(fileOf(device))?.toString("utf8") ?? other);
          }),
        ),
      };
    },
    async apply(settings) {
      await writeOwnFiles(paths.networkFolder, renderNetwork(settings));
      if (!settings.use) return;
      for (const unit of [NETWORKD, RESOLVED]) await units.set(unit, { enabled: true, masked: false });
      // It comes with networkd, and waits two minutes for an adapter that must be online; none of ours must.
      await units.set(WAIT_ONLINE, { enabled: false, masked: false });
    },
    async applyLive(files) {
      await writeOwnFiles(paths.networkFolder, files);
      const { code, stderr } = await run("networkctl", ["reload"]);
      if (code !== 0)
        throw new ResultError(CODES.settingRefused, `networkctl reload: ${stderr.trim().slice(0, 300)}`);
    },
  };
}

function activeAdapter(device: string, now: LinkNow | undefined, text: string | undefined): NetworkAdapter {
  const file = text === undefined ? undefined : parseAdapterFile(text);
  const dns = now?.status?.dns.length ? now.status.dns : (file?.dns ?? []);
  const addresses = now?.addresses ?? [];
  const chosen = addresses.find(({ ip, dynamic }) => (file?.dhcp ? dynamic : ip === file?.ip));
  const address = chosen ?? addresses[0];
  return {
    device,
    active: now?.up ?? false,
    dhcp: file?.dhcp ?? address?.dynamic ?? false,
    ip: address?.ip ?? "",
    mask: address ? normalMask(`/${address.prefix}`) : "",
    gw: now?.gateway ?? "",
    dns1: dns[0] ?? "",
    dns2: dns[1] ?? "",
  };
}

/** Adapters that the older tool of Debian manages (interfaces(5)). */
async function ifupdownDevices(file: string, folder: string): Promise<string[]> {
  const more = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    [file, ...more.map((name) => path.join(folder, name))].map((one) => readFileIfThere(one)),
  );
  return texts.flatMap((text) =>
    [...(text ?? "").matchAll(/^\s*iface\s+(\S+)\s+inet6?\s/gm)].map((match) => match[1] ?? ""),
  );
}
