/** Where the server of an XMPP address is (RFC 6120, 3.2). */
import { Resolver } from "node:dns/promises";
import { type Clock, domainToAscii } from "@hubwart/core";
import { type Endpoint, PORTS } from "./account.ts";

const LOOKUP_MS = 5_000;
const MOST_SERVERS = 4;

/** Those the domain names in DNS, the most wanted first; the domain itself where it names none. */
export async function serversOf(domain: string, clock: Clock): Promise<readonly Endpoint[]> {
  const host = domainToAscii(domain);
  const resolver = new Resolver();
  const stop = clock.after(LOOKUP_MS, () => resolver.cancel());
  try {
    const found = await resolver.resolveSrv(`_xmpp-client._tcp.${host}`);
    const sorted = found.toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
    const servers = sorted.filter(({ name }) => name !== "" && name !== ".").slice(0, MOST_SERVERS);
    if (servers.length > 0) return servers.map(({ name, port }) => ({ host: name, port, tls: false }));
  } catch {
    // Most domains name none, and an address that stands in a file of the system is in no DNS.
  } finally {
    stop();
  }
  return [{ host, port: PORTS["xmpp:"], tls: false }];
}
