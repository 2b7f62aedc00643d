/** Which telegrams are there for who is kept to some channels. */
import { parseGroup } from "@hubwart/contract/group-address";
import type { CompiledProject } from "@hubwart/project";
import type { Kept } from "../../http/bounds.ts";

/** Channels by pod, interface and group address. */
export type GroupChannels = ReadonlyMap<string, readonly string[]>;

export function groupChannels({ pods }: Pick<CompiledProject, "pods">): GroupChannels {
  const found = new Map<string, string[]>();
  for (const { channels, id, type } of pods) {
    if (type !== "knx") continue;
    for (const { chan, config, iface } of channels)
      for (const address of addressesOf(config)) {
        const key = keyOf(id, iface, address);
        found.set(key, [...(found.get(key) ?? []), chan]);
      }
  }
  return found;
}

/** As the pod reads its cells `address` and `listen` (`packages/pods/src/knx/schema.ts`). */
function addressesOf({ address, listen = "" }: Record<string, unknown>): Set<number> {
  const parts = `${String(address)} ${String(listen)}`.split(/[,;\s]+/);
  return new Set(parts.map(parseGroup).filter((group) => group !== undefined));
}

/** Those to addresses that only the caller's channels have: they set all of them, and say the same of each. */
export function ownTelegrams<T extends { target: string }>(
  kept: Kept,
  { iface, pod }: { iface: string; pod: string },
  telegrams: readonly T[],
  of: GroupChannels,
): T[] {
  return telegrams.filter(({ target }) => {
    const channels = of.get(keyOf(pod, iface, parseGroup(target))) ?? [];
    return channels.length > 0 && channels.every(kept.channel);
  });
}

const keyOf = (pod: string, iface: string, address: number | undefined): string =>
  JSON.stringify([pod, iface, address]);
