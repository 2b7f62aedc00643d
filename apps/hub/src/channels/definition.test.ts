import { MOST_LINKS } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { channel, pod, project } from "../testing/projects.ts";
import { channelDefinition } from "./definition.ts";
import { ChannelTable } from "./table.ts";

const many = Array.from({ length: MOST_LINKS + 5 }, (_, i) => channel(`ping.b.c${i}`, { dir: "out" }));
const PROJECT = project(
  [
    pod("mqtt.a", [
      channel("mqtt.a.x", {
        label: "Halle",
        config: { topic: "halle/x" },
        retain: true,
        record: { interval: 5 },
      }),
    ]),
    pod("ping.b", many),
  ],
  [
    { source: "const.main.limit", target: "ping.b.c0" },
    ...many.map(({ chan }) => ({ source: "mqtt.a.x", target: chan, scale: 2 })),
  ],
  { constants: [{ chan: "const.main.limit", type: "int", value: 5, label: "Grenze" }] },
);
const plant = { project: PROJECT, table: new ChannelTable(PROJECT) };

it("tells a channel's row, where it lies, and its links, of which it names the first only", () => {
  const found = channelDefinition(plant, "mqtt.a.x");
  expect(found).toMatchObject({
    label: "Halle",
    place: "halle/x",
    channel: { pod: "mqtt.a", kind: "mqtt", dir: "in", retain: true, record: { interval: 5 } },
    incoming: [],
    links: { incoming: 0, outgoing: MOST_LINKS + 5 },
  });
  expect(found?.outgoing).toHaveLength(MOST_LINKS);
  expect(found?.outgoing[0]).toEqual({ source: "mqtt.a.x", target: "ping.b.c0", scale: 2 });
  expect(channelDefinition(plant, "ping.b.c0")?.incoming.map(({ source }) => source)).toEqual([
    "const.main.limit",
    "mqtt.a.x",
  ]);
});

it("tells a constant, and nothing of a name that is not there", () => {
  const found = channelDefinition(plant, "const.main.limit");
  expect(found).toMatchObject({ label: "Grenze", writable: false, links: { incoming: 0, outgoing: 1 } });
  expect(found).not.toHaveProperty("channel");
  expect(channelDefinition(plant, "mqtt.a.gone")).toBeUndefined();
});
