import type { AssetDevice } from "@hubwart/pods/methods";
import { expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { assetChannels, ownAssets } from "./own-assets.ts";

const channel = (chan: string, asset: string, iface = "main") => ({
  chan,
  iface,
  config: { asset, key: chan },
});
const PROJECT = {
  pods: [
    {
      id: "asset.feld",
      type: "asset",
      channels: [
        channel("asset.feld.a", "waage"),
        channel("asset.feld.b", "waage"),
        channel("asset.feld.c", "pumpe"),
        channel("asset.feld.d", "pumpe", "other"),
      ],
    },
    { id: "asset.hof", type: "asset", channels: [channel("asset.hof.a", "pumpe")] },
    { id: "mqtt.hof", type: "mqtt", channels: [channel("mqtt.hof.a", "tor")] },
  ],
} as unknown as Parameters<typeof assetChannels>[0];

const device = (asset: string, iface = "main") => ({ asset, iface }) as AssetDevice;
const told = (patterns: string[]) =>
  ownAssets(
    keptTo({ bounds: { channels: patterns } }),
    "asset.feld",
    [device("waage"), device("pumpe"), device("pumpe", "other"), device("tor")],
    assetChannels(PROJECT),
  ).map(({ asset, iface }) => `${iface}/${asset}`);

it("tells of a field device where all of its channels are the caller's", () => {
  expect(told(["asset.feld.a"])).toEqual([]);
  expect(told(["asset.feld.a", "asset.feld.b"])).toEqual(["main/waage"]);
  expect(told(["asset.feld.c", "asset.hof.*"])).toEqual(["main/pumpe"]);
});

it("tells of none that no channel has, whoever asks", () => {
  expect(told(["*"])).toEqual(["main/waage", "main/pumpe", "other/pumpe"]);
  expect(told([])).toEqual([]);
});
