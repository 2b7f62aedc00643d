/** Adapters as the API takes them. */
import type { NetworkAdapter } from "@hubwart/contract";

const EMPTY = { ip: "", mask: "", gw: "", dns1: "", dns2: "" };

export const leased = (device: string): NetworkAdapter => ({ device, active: true, dhcp: true, ...EMPTY });

export const switchedOff = (device: string): NetworkAdapter => ({ ...leased(device), active: false });

export const fixed = (device: string, ip: string, rest: Partial<NetworkAdapter> = {}): NetworkAdapter => ({
  ...leased(device),
  dhcp: false,
  ip,
  mask: "255.255.255.0",
  ...rest,
});
