/** Makes the link that an interface's row describes. */
import type { Clock } from "@hubwart/core";
import { type Link, LinkError, type LinkEvents } from "@hubwart/knx/link/link";
import { Routing } from "@hubwart/knx/link/routing";
import { openTcp, openUdp, type Transport } from "@hubwart/knx/link/transport";
import { Tunnel } from "@hubwart/knx/link/tunnel";
import { SecureSession } from "@hubwart/knx/secure/session";
import { TimerGuard } from "@hubwart/knx/secure/timer";
import { individualText, parseIndividual } from "@hubwart/knx/wire/address";
import { type Frame, ROUTING_GROUP } from "@hubwart/knx/wire/frame";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import type { KnxIface } from "../schema.ts";
import { texts } from "../texts.ts";
import type { SecureSetup } from "./setup.ts";

export interface Connected {
  link: Link;
  /** German, for the log: what was reached. */
  text: string;
}

const DEFAULT_SOURCE = 0xfffa;

export function targetOf({ host, mode, port }: KnxIface): string {
  return address(host ?? ROUTING_GROUP, port) + (mode === "routing" ? " (Routing)" : "");
}

/** Multicast group of an interface for routing. */
export function groupOf({ host, secure: secured }: KnxIface, secure: SecureSetup | undefined): string {
  const given = secured ? secure?.keyring.backbone?.group : undefined;
  return host ?? (given || ROUTING_GROUP);
}

export interface ConnectOptions {
  clock: Clock;
  signal: AbortSignal;
  /** Undefined without a keyring. */
  secure: SecureSetup | undefined;
}

/** @throws LinkError with a German message */
export async function connectLink(
  iface: KnxIface,
  events: LinkEvents,
  options: ConnectOptions,
): Promise<Connected> {
  if (iface.secure && !options.secure) {
    throw new LinkError(texts.keyringMissingForSecure);
  }
  return iface.mode === "routing"
    ? await connectRouting(iface, events, options)
    : await connectTunnel(iface, events, options);
}

async function connectRouting(
  iface: KnxIface,
  events: LinkEvents,
  { clock, secure }: ConnectOptions,
): Promise<Connected> {
  const source = parseIndividual(iface.individual_address ?? "") ?? DEFAULT_SOURCE;
  const group = groupOf(iface, secure);
  let guard: TimerGuard | undefined;
  if (iface.secure && secure) {
    const { backbone } = secure.keyring;
    if (!backbone) throw new LinkError(texts.noBackboneKey);
    guard = new TimerGuard({
      key: backbone.key,
      latency: backbone.latency,
      clock,
      floor: secure.sequences.timerFloor,
      keep: (value) => secure.sequences.keepTimer(value),
      refused: (text) => events.notice(text),
    });
  }
  const routing = new Routing({ group, port: iface.port, local: iface.local, source, clock }, events, guard);
  await routing.connect();
  return {
    link: routing,
    text: (guard ? texts.securedRouting : texts.routing)(address(group, iface.port)),
  };
}

async function connectTunnel(
  iface: KnxIface,
  events: LinkEvents,
  { clock, signal, secure }: ConnectOptions,
): Promise<Connected> {
  const target = targetOf(iface);
  const entry = iface.secure ? await secure?.tunnel(iface.individual_address) : undefined;
  // The lowest transport hands its frames to whatever is above it.
  let above: { frame(frame: Frame): void; end(reason: string): void } | undefined;
  const open = iface.mode === "tunnel" ? openUdp : openTcp;
  let transport: Transport;
  try {
    transport = await open(
      { host: iface.host ?? "", port: iface.port, local: iface.local, nat: iface.nat, clock, signal },
      { frame: (frame) => above?.frame(frame), closed: (reason) => above?.end(reason) },
    );
  } catch (error) {
    throw new LinkError(netErrorText(error, target));
  }
  const abort = () => above?.end("beendet");
  signal.addEventListener("abort", abort);
  try {
    let tunnel: Tunnel | undefined;
    if (entry) {
      const session = new SecureSession(
        transport,
        { frame: (frame) => tunnel?.frame(frame), closed: (reason) => tunnel?.end(reason) },
        { target, credentials: entry.credentials, clock },
      );
      above = session;
      await session.open();
      transport = session;
    }
    // The interface knows by the user which tunnel is meant.
    const wanted = entry ? undefined : parseIndividual(iface.individual_address ?? "");
    tunnel = new Tunnel(transport, events, { target, wanted, clock });
    if (!entry) above = tunnel;
    await tunnel.connect();
    const own = individualText(tunnel.address);
    return { link: tunnel, text: `${target}, ${entry ? "sicherer Tunnel" : "Tunnel"} ${own}` };
  } catch (error) {
    transport.close();
    throw error;
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
