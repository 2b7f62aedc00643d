/** Where each active rule leads, or why it is not in force. One that cannot work never keeps the others from it. */
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../../../http/connections.ts";
import { type Rule, usesTls } from "./rule.ts";
import type { Resolved } from "./targets.ts";
import { texts } from "./texts.ts";

export interface WayParts {
  resolve: (rule: Rule) => Resolved;
  /** With an address in place of its name; undefined for a name nobody knows. */
  resolved: (dial: string) => string | undefined;
  hasCertificate: (id: string) => boolean;
  /** German: who else has a port of the proxy. */
  taken: (port: number) => string | undefined;
  /** Whether an address is this device's own. */
  own?: (host: string) => boolean;
}

/** By the rule's id; rules that are not active are left out. */
export function waysOf(rules: readonly Rule[], parts: WayParts): Map<string, Resolved> {
  const active = rules.filter((one) => one.active);
  const byPort = new Map<number, Rule>();
  for (const one of active) if (!byPort.has(one.port)) byPort.set(one.port, one);
  const ways = new Map(active.map((one) => [one.id, wayOf(one, byPort.get(one.port) ?? one, parts)]));
  const own = parts.own ?? ownAddresses();
  const nextOf = (one: Rule): Rule | undefined => {
    const way = ways.get(one.id);
    if (!way || "problem" in way) return undefined;
    const { host, port } = split(way.dial);
    return own(host) ? byPort.get(port) : undefined;
  };
  const circles = active.flatMap((one) => {
    const names = circleOf(one, nextOf);
    return names ? [[one.id, names] as const] : [];
  });
  for (const [id, names] of circles) {
    const problem = texts.circle(names);
    ways.set(id, { problem, circle: true });
  }
  return ways;
}

function wayOf(one: Rule, first: Rule, { hasCertificate, resolve, resolved, taken }: WayParts): Resolved {
  if (first.id !== one.id) {
    return { problem: texts.portOfRule(one.port, first.name) };
  }
  const owner = taken(one.port);
  if (owner !== undefined) return { problem: texts.portTaken(one.port, owner) };
  if (one.certificate && usesTls(one) && !hasCertificate(one.certificate)) {
    return { problem: texts.certificateGone };
  }
  const found = resolve(one);
  if ("problem" in found) return found;
  const dial = resolved(found.dial);
  if (dial !== undefined) return { dial };
  return { problem: texts.nameUnknown(found.dial), about: "target" };
}

/** Names of the rules on the way from one back to itself; undefined if it does not come back. */
function circleOf(start: Rule, nextOf: (one: Rule) => Rule | undefined): string[] | undefined {
  const names = [start.name];
  const seen = new Set<string>();
  for (let one = nextOf(start); one && !seen.has(one.id); one = nextOf(one)) {
    names.push(one.name);
    if (one.id === start.id) return names;
    seen.add(one.id);
  }
  return undefined;
}

function ownAddresses(): (host: string) => boolean {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
  );
  return (host) => {
    const plain = plainAddress(host);
    return own.has(plain) || isLoopback(plain) || /^(0\.0\.0\.0|::)$/.test(plain);
  };
}

/** One of IPv6 has many spellings, and each IPv4 address is one of them, too (RFC 5952; RFC 4291, 2.5.5.2). */
function plainAddress(host: string): string {
  if (!isIPv6(host)) return host;
  const shortest = new URL(`http://[${host}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest) ?? [];
  if (high === undefined || low === undefined) return shortest;
  return [high, low]
    .map((hex) => Number.parseInt(hex, 16))
    .flatMap((pair) => [pair >> 8, pair & 0xff])
    .join(".");
}

function split(dial: string): { host: string; port: number } {
  const colon = dial.lastIndexOf(":");
  return { host: dial.slice(0, colon).replace(/^\[(.*)\]$/, "$1"), port: Number(dial.slice(colon + 1)) };
}
