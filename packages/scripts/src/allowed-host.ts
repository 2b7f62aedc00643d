/**
 * Which servers scripts may reach. An entry is `host` (ports 80 and 443) or `host:port`; an IPv6 address in brackets.
 *
 * Addresses of this device (loopback and those of its adapters) and of the link (169.254/16, fe80::/10, unspecified,
 * multicast) are refused even if an allowed name resolves to them, unless an entry is that very address. The name is
 * resolved once, and the connection goes to the address that was judged, so that a name cannot change in between.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { texts } from "./texts.ts";

export interface AllowedTarget {
  address: string;
  family: 4 | 6;
  port: number;
}

const INTERNAL = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  INTERNAL.addSubnet(net, bits, "ipv4");
}
for (const [net, bits] of [
  ["::", 127],
  ["fe80::", 10],
  ["ff00::", 8],
  ["64:ff9b::", 96],
] as const) {
  INTERNAL.addSubnet(net, bits, "ipv6");
}

/** @param own addresses of the device's adapters */
export function isInternal(address: string, own: readonly string[]): boolean {
  const family = isIP(address);
  // Node checks an IPv4 address within IPv6 by the rules of IPv4 only in one spelling: none is taken.
  if (family === 0 || /^::ffff:/i.test(address)) return true;
  const spelling = family === 6 ? "ipv6" : "ipv4";
  if (INTERNAL.check(address, spelling)) return true;
  const adapters = new BlockList();
  for (const one of own) adapters.addAddress(one, isIP(one) === 6 ? "ipv6" : "ipv4");
  return adapters.check(address, spelling);
}

/** As they are now: adapters come and go. */
function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((adapter) => adapter ?? []);
  return all.map(({ address }) => address.replace(/%.*$/, ""));
}

/** `host` and `port` of an entry; undefined if it is none. */
export function parseAllowed(entry: string): { host: string; port?: number } | undefined {
  const found =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?))(?::(\d{1,5}))?$/.exec(entry);
  if (!found) return undefined;
  const host = (found[1] ?? found[2] ?? "").toLowerCase();
  const port = found[3] === undefined ? undefined : Number(found[3]);
  if (found[1] !== undefined && isIP(host) !== 6) return undefined;
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  return port === undefined ? { host } : { host, port };
}

/** How a connection to an address that people wrote begins: at the machine that was judged, by the name that they wrote. @throws Error with a German text */
export async function connectionTo(url: URL) {
  const tls = url.protocol === "https:";
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const target = await allowedTarget(url, [`${url.hostname}:${url.port || (tls ? 443 : 80)}`]);
  return {
    tls,
    to: {
      host: target.address,
      family: target.family,
      port: target.port,
      path: `${url.pathname}${url.search}`,
      ...(target.address === name ? {} : { servername: name }),
      maxHeaderSize: 16 * 1024,
    },
  };
}

type Lookup = (host: string) => Promise<{ address: string; family: number }[]>;
const systemLookup: Lookup = (host) => lookup(host, { all: true });

/** @throws Error with a German text */
export async function allowedTarget(
  url: URL,
  allowed: readonly string[],
  resolve: Lookup = systemLookup,
  own: readonly string[] = ownAddresses(),
): Promise<AllowedTarget> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(texts.onlyHttp);
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const listed = allowed.some((entry) => {
    const parsed = parseAllowed(entry);
    if (parsed?.host !== host) return false;
    return parsed.port === undefined ? port === 80 || port === 443 : parsed.port === port;
  });
  if (!listed) throw new Error(texts.hostNotListed(url.host));
  const literal = isIP(host);
  if (literal !== 0) return { address: host, family: literal === 6 ? 6 : 4, port };
  const found = (await resolve(host))[0];
  if (!found) throw new Error(texts.hostNotFound(host));
  if (isInternal(found.address, own)) throw new Error(texts.hostIsDevice(host));
  return { address: found.address, family: found.family === 6 ? 6 : 4, port };
}
