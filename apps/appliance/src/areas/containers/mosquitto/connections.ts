/** Connections as Linux lists them in /proc/net/tcp and /proc/net/tcp6 (proc(5)): hexadecimal, each 32 bits the other way round. */
import { isIPv6, SocketAddress } from "node:net";

export interface Connection {
  /** The other end's. */
  address: string;
  from: number;
  /** Ours. */
  port: number;
}

const LINE = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) 01 *$/;

/** Those that stand; lines of anything else are left out. */
export function connectionsIn(table: string): Connection[] {
  return table.split("\n").flatMap((line) => {
    const [, port = "", address = "", from = ""] = LINE.exec(line) ?? [];
    if (address === "") return [];
    return [
      { address: toAddress(address), from: Number.parseInt(from, 16), port: Number.parseInt(port, 16) },
    ];
  });
}

/** One way to write each address; what is an IPv4 address within IPv6 is written as such. */
export function plainAddress(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? new SocketAddress({ address: bare, family: "ipv6" }).address : bare;
}

function toAddress(hex: string): string {
  const words = hex.match(/.{8}/g) ?? [];
  const bytes = words.flatMap((word) => (word.match(/../g) ?? []).toReversed());
  if (bytes.length === 4) return bytes.map((byte) => Number.parseInt(byte, 16)).join(".");
  const pairs = bytes.flatMap((byte, at) => (at % 2 === 0 ? [byte + (bytes[at + 1] ?? "")] : []));
  return plainAddress(new SocketAddress({ address: pairs.join(":"), family: "ipv6" }).address);
}
