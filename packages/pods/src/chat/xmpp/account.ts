/** An XMPP address, and that of a server. */
import { domainToAscii } from "@hubwart/core";

/** Without a resource. */
const ADDRESS = /^[^\s@/<>"&':]{1,256}@[^\s@/<>"&'?]{1,256}$/;
const ROOM_ENDING = "?join";

export function isAddress(text: string): boolean {
  return ADDRESS.test(text) && domainToAscii(domainOf(text)) !== "";
}

export function domainOf(bare: string): string {
  return bare.slice(bare.lastIndexOf("@") + 1);
}

/** `anna@example.org`, or a room: `anlage@conference.example.org?join` (XEP-0147). */
export interface Target {
  address: string;
  room: boolean;
}

export function targetOf(to: string): Target {
  const address = to.slice(0, -ROOM_ENDING.length);
  // A resource may end like that too.
  const room = to.endsWith(ROOM_ENDING) && !address.includes("/");
  return room ? { address: address.toLowerCase(), room } : { address: to, room };
}

export function isTarget(to: string): boolean {
  return isAddress(targetOf(to).address);
}

/** Without the resource. */
export function bareOf(address: string): string {
  const slash = address.indexOf("/");
  return slash === -1 ? address : address.slice(0, slash);
}

export interface Endpoint {
  host: string;
  port: number;
  /** TLS from the beginning, instead of STARTTLS. */
  tls: boolean;
}

export const PORTS = { "xmpp:": 5222, "xmpps:": 5223 } as const;

/** `xmpp://host:port` or `xmpps://host:port`; undefined for anything else. */
export function endpointOf(url: string): Endpoint | undefined {
  const found = URL.canParse(url) ? new URL(url) : undefined;
  if (!found || !Object.hasOwn(PORTS, found.protocol)) return undefined;
  const protocol = found.protocol as keyof typeof PORTS;
  const bare = found.username + found.password + found.search + found.hash + found.pathname.replace("/", "");
  if (found.hostname === "" || bare !== "" || found.port === "0") return undefined;
  const host = found.hostname.replace(/^\[|\]$/g, "");
  return { host, port: found.port === "" ? PORTS[protocol] : Number(found.port), tls: protocol === "xmpps:" };
}
