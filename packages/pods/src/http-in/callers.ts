/** Who calls, by what they say of themselves. */
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** A browser says where a request comes from; anything else does not and is no such danger. */
export function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin } = headers;
  if (origin === undefined) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.host;
}

/**
 * An open listener of this device is meant for programs on it. A web page reaches it too, under a name of its own
 * that it lets point here (DNS rebinding), and such a name is in the Host.
 */
export function namesThisDevice(host: string | undefined): boolean {
  const name = host?.replace(/:\d+$/, "").toLowerCase() ?? "";
  return name === "" || name === "localhost" || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/** @param bind an IP address, in any spelling */
export function isLoopback(bind: string): boolean {
  return LOOPBACK.check(bind, isIP(bind) === 6 ? "ipv6" : "ipv4");
}
