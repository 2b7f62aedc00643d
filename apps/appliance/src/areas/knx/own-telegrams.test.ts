import { expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { groupChannels, ownTelegrams } from "./own-telegrams.ts";

const channel = (chan: string, iface: string, address: string, listen?: string) => ({
  chan,
  iface,
  config: { address, ...(listen === undefined ? {} : { listen }) },
});
const PROJECT = {
  pods: [
    {
      id: "knx.haus",
      type: "knx",
      channels: [
        channel("knx.haus.a", "main", "1/1/1", "1/1/9; 7/7/7"),
        channel("knx.haus.b", "main", "1/1/2", "1/1/9"),
        channel("knx.haus.c", "main", "2563", "1/1/4,1/1/5"),
        channel("knx.haus.d", "other", "1/1/1"),
      ],
    },
    { id: "mqtt.haus", type: "mqtt", channels: [channel("mqtt.haus.a", "main", "1/1/8")] },
  ],
} as unknown as Parameters<typeof groupChannels>[0];

const TARGETS = ["1/1/1", "1/1/2", "1/1/4", "1/1/5", "1/1/8", "1/1/9", "1/2/3", "1/2/4", "7/7/7", "0/0/0"];

const told = (patterns: string[], iface = "main") =>
  ownTelegrams(
    keptTo({ bounds: { channels: patterns } }),
    { pod: "knx.haus", iface },
    TARGETS.map((target) => ({ target })),
    groupChannels(PROJECT),
  ).map(({ target }) => target);

it("tells telegrams to addresses of the caller's channels, however they are written", () => {
  expect(told(["knx.haus.a"])).toEqual(["1/1/1", "7/7/7"]);
  expect(told(["knx.haus.c"])).toEqual(["1/1/4", "1/1/5", "1/2/3"]);
});

it("tells none to an address that another channel has as well", () => {
  expect(told(["knx.haus.b"])).toEqual(["1/1/2"]);
  expect(told(["knx.haus.a", "knx.haus.b"])).toEqual(["1/1/1", "1/1/2", "1/1/9", "7/7/7"]);
});

it("tells none of another interface, and none that no channel has, whoever asks", () => {
  expect(told(["knx.haus.a"], "other")).toEqual([]);
  expect(told(["*"], "other")).toEqual(["1/1/1"]);
  expect(told(["*"])).toEqual(["1/1/1", "1/1/2", "1/1/4", "1/1/5", "1/1/9", "1/2/3", "7/7/7"]);
  expect(told([])).toEqual([]);
});
