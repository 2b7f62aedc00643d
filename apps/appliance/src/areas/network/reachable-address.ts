/** Which addresses a test may ask: those of one machine. Groups and whole nets would make many answer. */
import { BlockList, isIPv6 } from "node:net";
import { prefixLength } from "@hubwart/contract";
import type { NetInterface } from "@hubwart/host";

const MANY = new BlockList();
MANY.addSubnet("224.0.0.0", 4, "ipv4");
MANY.addAddress("255.255.255.255", "ipv4");
MANY.addSubnet("0.0.0.0", 8, "ipv4");
MANY.addSubnet("ff00::", 8, "ipv6");
MANY.addAddress("::", "ipv6");

/** Multicast, broadcast (also of a net this device is in), or no address of a machine at all. */
export function meansMany(address: string, own: readonly Pick<NetInterface, "ip" | "mask">[]): boolean {
  if (MANY.check(address, isIPv6(address) ? "ipv6" : "ipv4")) return true;
  return own.some(({ ip, mask }) => {
    const length = prefixLength(mask);
    if (ip === "" || length === undefined || length > 30) return false;
    const host = 0xffffffff >>> length;
    return toNumber(address.replace(/^::ffff:/i, "")) === (toNumber(ip) | host) >>> 0;
  });
}

const toNumber = (quad: string): number => quad.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
