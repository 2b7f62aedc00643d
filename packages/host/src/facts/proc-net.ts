/** Readers of /proc/net (proc(5)); pure, so that they are tested on texts. */
import type { Route } from "../host.ts";

const RTF_UP = 0x1;
const RTF_REJECT = 0x200;

/** IPv4 routes of /proc/net/route: addresses are hexadecimal in the machine's (little-endian) byte order. */
export function parseRoutes(text: string): Route[] {
  return text
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [device, destination, gateway, flags, , , , mask] = line.trim().split(/\s+/);
      if (!device || !destination || !gateway || !flags || !mask) return [];
      const bits = Number.parseInt(flags, 16);
      if ((bits & RTF_UP) === 0 || (bits & RTF_REJECT) !== 0) return [];
      const net =
        destination === "00000000" && mask === "00000000"
          ? "default"
          : `${address(destination)}/${prefix(address(mask))}`;
      return [{ net, ip: gateway === "00000000" ? "" : address(gateway), device }];
    });
}

function address(hex: string): string {
  const bytes = hex.match(/../g) ?? [];
  return bytes
    .toReversed()
    .map((byte) => Number.parseInt(byte, 16))
    .join(".");
}

/** Length of a contiguous mask's prefix. */
export function prefix(mask: string): number {
  return mask
    .split(".")
    .map((octet) => Number(octet).toString(2).replaceAll("0", "").length)
    .reduce((sum, ones) => sum + ones, 0);
}
