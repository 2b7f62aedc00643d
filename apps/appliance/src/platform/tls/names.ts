/** Names and addresses under which the device is reached, as its server certificate lists them. */
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { namesOf } from "../../http/host-check.ts";

/** Beyond this a machine has more addresses than anybody types, and the handshake grows with each. */
const MOST_OWN = 150;

/** The host's name in its forms, `localhost`, then all addresses of all interfaces, as they are at this moment. */
export function ownNames(hostname: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
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
