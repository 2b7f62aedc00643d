/** Names and addresses under which the device is reached, as its server certificate lists them. */
import { isIP } from "node:net";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import { namesOf } from "../../http/host-check.ts";

/** Beyond this a machine has more addresses than anybody types, and the handshake grows with each. */
const MOST_OWN = 150;

/** Of container engines and virtual machines: they come and go with add-ons, and nobody outside reaches us by them. */
const PASSING = /^(veth|docker|br-[0-9a-f]{12}$|podman|cni|virbr|vnet|flannel|cali)/;
/** RFC 3927, RFC 4291: they change by themselves, and browsers do not take them with their zone. */
const LINK_LOCAL = /^(169\.254\.|fe[89ab])/i;

type Adapters = NodeJS.Dict<Pick<NetworkInterfaceInfo, "address">[]>;

/**
 * The host's name in its forms, `localhost`, then the addresses of all interfaces that stay, as they are at this moment: each
 * change makes a new certificate, which breaks pins and exceptions.
 */
export function ownNames(hostname: string, adapters: Adapters = networkInterfaces()): string[] {
  const addresses = Object.entries(adapters)
    .filter(([name]) => !PASSING.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ address }) => !LINK_LOCAL.test(address));
  return certifiable([
    ...namesOf(hostname),
    "localhost",
    "127.0.0.1",
    "::1",
    ...addresses.map(({ address }) => address),
  ]).slice(0, MOST_OWN);
}

/** Each once, in the order given; what can be neither a DNS name nor an address is left out. */
export function certifiable(names: readonly string[]): string[] {
  const plain = names.map((name) => (name.split("%")[0] ?? "").toLowerCase());
  return [...new Set(plain)].filter((name) => isIP(name) !== 0 || isDnsName(name));
}

function isDnsName(name: string): boolean {
  return (
    name.length <= 253 &&
    name.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  );
}
