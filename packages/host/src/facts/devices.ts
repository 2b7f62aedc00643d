/** The adapters of the machine that can be configured, read from sysfs (Linux; none elsewhere). */
import { access, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Device } from "../host.ts";

const ETHERNET = "1";

/** Bridges, tunnels and the engine's own adapters have no device behind them; a container's end of a pair counts. */
const MADE_BY_SOFTWARE = /^(lo$|docker|br-|veth|virbr|tun|tap|tailscale|wg|dummy|ifb|podman)/;

export async function readDevices(folder = "/sys/class/net"): Promise<Device[]> {
  const names = await readdir(folder).catch(() => []);
  const devices: Device[] = [];
  for (const device of names.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))) {
    const read = (name: string) =>
      readFile(path.join(folder, device, name), "utf8").then(
        (text) => text.trim(),
        () => "",
      );
    if (MADE_BY_SOFTWARE.test(device) || (await read("type")) !== ETHERNET) continue;
    if (await exists(path.join(folder, device, "bridge"))) continue;
    devices.push({ device, mac: await read("address"), carrier: (await read("carrier")) === "1" });
  }
  return devices;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
