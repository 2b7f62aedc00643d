/** Which field devices are there for who is kept to some channels. */
import type { AssetDevice } from "@hubwart/pods/methods";
import type { CompiledProject } from "@hubwart/project";
import type { Kept } from "../../http/bounds.ts";

/** Channels of each field device, by pod, interface and user name. */
export type AssetChannels = ReadonlyMap<string, readonly string[]>;

export function assetChannels({ pods }: Pick<CompiledProject, "pods">): AssetChannels {
  const found = new Map<string, string[]>();
  for (const { channels, id, type } of pods) {
    if (type !== "asset") continue;
    for (const { chan, config, iface } of channels) {
      const key = keyOf(id, { asset: String(config["asset"]), iface });
      found.set(key, [...(found.get(key) ?? []), chan]);
    }
  }
  return found;
}

/** Those all of whose channels are the caller's: what came and what waits is counted over all of them. */
export function ownAssets(
  kept: Kept,
  pod: string,
  assets: readonly AssetDevice[],
  of: AssetChannels,
): AssetDevice[] {
  return assets.filter((each) => {
    const channels = of.get(keyOf(pod, each)) ?? [];
    return channels.length > 0 && channels.every(kept.channel);
  });
}

const keyOf = (pod: string, { asset, iface }: Pick<AssetDevice, "asset" | "iface">): string =>
  JSON.stringify([pod, iface, asset]);
