/**
 * Decides at the first start after a change whether the network settings work: each adapter that is active and has a
 * carrier gets its address within 90 s, and its gateway answers if the previous one did. An unplugged cable is no
 * failure.
 */
import type { NetworkAdapter, NetworkSettings } from "@hubwart/contract";
import { type Clock, rested } from "@hubwart/core";
import type { ApplyReport } from "../host.ts";
import type { NetworkDriver } from "./network.ts";

/** From the moment an adapter has a carrier, ms. */
const LONGEST_MS = 90_000;
/** A cable that is plugged has a carrier after this long, ms. */
const CARRIER_MS = 20_000;
const PACE_MS = 1_000;

export type Failure = ApplyReport["failures"][number];

export interface JudgeOptions {
  network: Pick<NetworkDriver, "devices" | "links" | "gatewayAnswers">;
  clock: Clock;
  signal: AbortSignal;
  /** Adapters whose gateway answered before the change. */
  answered: readonly string[];
}

/** @returns the failures, or undefined if it was stopped before it came to a verdict */
export async function judgeNetwork(
  settings: NetworkSettings,
  options: JudgeOptions,
): Promise<Failure[] | undefined> {
  // Whoever is told not to configure the network answers for nothing.
  if (!settings.use) return [];
  const { clock, signal, network } = options;
  const began = clock.monotonic();
  const carrierSince = new Map<string, number>();
  const open = new Map(settings.interfaces.filter((a) => a.active).map((a) => [a.device, a]));
  const failures: Failure[] = [];
  while (!signal.aborted) {
    const plugged = new Set((await network.devices()).filter((d) => d.carrier).map((d) => d.device));
    const links = open.size > 0 ? await network.links() : new Map();
    for (const adapter of open.values()) {
      const { device } = adapter;
      const now = clock.monotonic();
      if (!plugged.has(device)) {
        carrierSince.delete(device);
        if (now - began >= CARRIER_MS) open.delete(device);
        continue;
      }
      const since = carrierSince.get(device) ?? now;
      carrierSince.set(device, since);
      const cause = await causeOf(adapter, links.get(device), options);
      if (cause !== undefined && clock.monotonic() - since < LONGEST_MS) continue;
      open.delete(device);
      if (cause !== undefined) failures.push({ device, cause });
    }
    if (open.size === 0) return failures;
    await rested(clock, PACE_MS, signal);
  }
  return undefined;
}

type Links = Awaited<ReturnType<NetworkDriver["links"]>>;

async function causeOf(
  adapter: NetworkAdapter,
  link: ReturnType<Links["get"]>,
  { network, answered }: JudgeOptions,
): Promise<Failure["cause"] | undefined> {
  if (link?.status?.failed) return "refused";
  if (!link?.addresses.some(({ ip }) => adapter.dhcp || ip === adapter.ip)) return "no-address";
  const gateway = adapter.dhcp ? link.gateway : adapter.gw;
  if (gateway === "" || !answered.includes(adapter.device)) return undefined;
  return (await network.gatewayAnswers(adapter.device, gateway)) ? undefined : "gateway-silent";
}
