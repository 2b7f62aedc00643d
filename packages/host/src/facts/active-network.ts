/** The addresses that adapters have now, in the shape of settings. Whether they came by DHCP is not seen from here. */
import type { NetworkAdapter } from "@hubwart/contract";
import type { HostFacts } from "../host.ts";
import { readDevices } from "./devices.ts";

export async function activeNetwork(facts: HostFacts): Promise<NetworkAdapter[]> {
  const seen = await facts.interfaces();
  const devices = await readDevices();
  return devices.map(({ device }) => {
    const now = seen.find((adapter) => adapter.device === device);
    return {
      device,
      active: now !== undefined,
      dhcp: false,
      ip: now?.ip ?? "",
      mask: now?.mask ?? "",
      gw: now?.gw ?? "",
      dns1: "",
      dns2: "",
    };
  });
}
