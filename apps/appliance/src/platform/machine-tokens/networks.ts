/** Addresses and networks (CIDR, RFC 4632 and 4291) that a caller has to come from. */
import { BlockList, isIP } from "node:net";

export function networksOf(texts: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const text of texts) {
    const [address = "", length] = text.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (caller) => {
    // A socket for both says IPv4 in IPv6 (RFC 4291, 2.5.5.2); a zone names an adapter, not a network.
    const plain = caller.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? "ipv6" : "ipv4");
  };
}
