/** Makes the link that an interface's row describes. */
import type { Clock } from "@hubwart/core";
import { address, netErrorText } from "../../base/net-errors.ts";
import { type KnxIface, ROUTING_GROUP } from "../schema.ts";
import { parseIndividual } from "../wire/address.ts";
import { type Link, LinkError, type LinkEvents } from "./link.ts";
import { Routing } from "./routing.ts";
import { openTcp, openUdp, type Transport } from "./transport.ts";
import { Tunnel } from "./tunnel.ts";

export interface Connected {
  link: Link;
  /** German, for the log: what was reached. */
  text: string;
}

const DEFAULT_SOURCE = 0xfffa;

export function targetOf({ host, mode, port }: KnxIface): string {
  return address(host ?? ROUTING_GROUP, port) + (mode === "routing" ? " (Routing)" : "");
}

/** @throws LinkError with a German message */
export async function connectLink(
  iface: KnxIface,
  events: LinkEvents,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Connected> {
  const target = targetOf(iface);
  if (iface.mode === "routing") {
    const source = parseIndividual(iface.individual_address ?? "") ?? DEFAULT_SOURCE;
    const group = iface.host ?? ROUTING_GROUP;
    const routing = new Routing({ group, port: iface.port, local: iface.local, source, clock }, events);
    await routing.connect();
    return { link: routing, text: `Routing über ${target}` };
  }
  const open = iface.mode === "tunnel" ? openUdp : openTcp;
  let tunnel: Tunnel | undefined;
  let transport: Transport;
  try {
    transport = await open(
      { host: iface.host ?? "", port: iface.port, local: iface.local, nat: iface.nat, clock, signal },
      { frame: (frame) => tunnel?.frame(frame), closed: (reason) => tunnel?.end(reason) },
    );
  } catch (error) {
    throw new LinkError(netErrorText(error, target));
  }
  const wanted = parseIndividual(iface.individual_address ?? "");
  tunnel = new Tunnel(transport, events, { target, wanted, clock });
  const made = tunnel;
  const abort = () => made.end("beendet");
  signal.addEventListener("abort", abort);
  try {
    await made.connect();
  } catch (error) {
    transport.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
  return { link: made, text: target };
}
