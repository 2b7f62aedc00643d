import { describe, expect, it } from "vitest";
import { channel, pod, project } from "../testing/projects.ts";
import { channelDetails, channelLabel } from "./details.ts";
import { selectChannels } from "./select.ts";
import { suggest } from "./suggest.ts";
import { ChannelTable } from "./table.ts";

const PROJECT = project(
  [
    pod("mqtt.hall", [
      channel("mqtt.hall.temp", { type: "float", label: "Halle", unit: "°C", tags: ["klima", "nord"] }),
      channel("mqtt.hall.set", { type: "float", dir: "out", tags: ["klima"] }),
    ]),
    pod("ping.router", [channel("ping.router.temp", { type: "bool" })]),
  ],
  [],
  { constants: [{ chan: "const.limit", type: "int", value: 5, label: "Grenze" }] },
);
const table = new ChannelTable(PROJECT);
table.values.splice(0, 4, 20.5, undefined, true, "text");
table.last.splice(0, 4, 30, 0, 10, 20);
const names = (selection: Parameters<typeof selectChannels>[1]) => {
  const { channels, total } = selectChannels(table, selection);
  return [channels.map((at) => table.names[at]), total];
};
const ALL = { filter: [], tags: [] };

describe("selectChannels", () => {
  it("takes names with and without wildcards", () => {
    expect(names({ filter: ["*.temp"], tags: [] })).toEqual([["mqtt.hall.temp", "ping.router.temp"], 2]);
    expect(names({ filter: ["ping.router.temp", "mqtt.hall.temp", "gone"], tags: [] })).toEqual([
      ["mqtt.hall.temp", "ping.router.temp"],
      2,
    ]);
    expect(names({ filter: ["mqtt.hall.set", "mqtt.hall.*"], tags: [] })[1]).toBe(2);
  });
  it("takes nothing beyond what somebody is kept to", () => {
    expect(names({ ...ALL, within: ["mqtt.*"] })[1]).toBe(2);
    expect(names({ ...ALL, filter: ["ping.router.temp"], within: ["mqtt.*"] })).toEqual([[], 0]);
    expect(names({ ...ALL, within: [] })).toEqual([[], 0]);
  });
  it("takes tags, and names and tags together", () => {
    expect(names({ filter: [], tags: ["kl*"] })).toEqual([["mqtt.hall.temp", "mqtt.hall.set"], 2]);
    expect(names({ filter: ["*.set"], tags: ["nord", "klima"] })).toEqual([["mqtt.hall.set"], 1]);
  });
  it("looks into labels only if asked to", () => {
    const labelOf = (channel: number) => channelLabel({ table, project: PROJECT }, channel);
    expect(names({ filter: ["*grenz*"], tags: [] })[1]).toBe(0);
    expect(names({ filter: ["*grenz*"], tags: [], labelOf })).toEqual([["const.limit"], 1]);
    expect(names({ filter: ["Grenze"], tags: [], labelOf })[1]).toBe(0);
  });
  it("gives a part, and says how many there are", () => {
    expect(names({ ...ALL, offset: 1, limit: 2 })).toEqual([["mqtt.hall.set", "ping.router.temp"], 4]);
    expect(names({ ...ALL, offset: 9, limit: 2 })).toEqual([[], 4]);
  });
  it("sorts all, not the part", () => {
    expect(names({ ...ALL, limit: 2, order: "value" })).toEqual([["ping.router.temp", "mqtt.hall.temp"], 4]);
    expect(names({ ...ALL, limit: 2, order: "last", desc: true })).toEqual([
      ["mqtt.hall.temp", "const.limit"],
      4,
    ]);
    expect(names({ ...ALL, limit: 1, order: "chan" })).toEqual([["const.limit"], 4]);
    expect(names({ ...ALL, limit: 1, order: "value", desc: true })).toEqual([["mqtt.hall.set"], 4]);
  });
});

describe("channelDetails", () => {
  it("says what the project says", () => {
    const details = (at: number) => channelDetails({ table, project: PROJECT }, at);
    expect(details(0)).toEqual({
      type: "float",
      writable: false,
      tags: ["klima", "nord"],
      label: "Halle",
      iface: "main",
      unit: "°C",
    });
    expect(details(1)).toEqual({ type: "float", writable: true, tags: ["klima"], iface: "main" });
    expect(details(3)).toEqual({ type: "int", writable: false, tags: [], label: "Grenze" });
  });
});

describe("suggest", () => {
  const connection = (chan: string) => ({
    chan,
    conn_state: true,
    conn_active: 1,
    conn_count: 1,
    conn_last: 1,
  });
  const source = {
    table,
    pods: PROJECT.pods,
    labelOf: (channel: number) => ["Halle Nord"][channel],
    connections: () => [connection("mqtt.pod.hall"), connection("mqtt.iface.hall.main")],
  };
  const of = (kind: Parameters<typeof suggest>[1]["kind"], text: string, limit = 20) =>
    suggest(source, { kind, text, limit });
  it("knows nothing beyond what somebody is kept to, of no kind", () => {
    const within = (kind: Parameters<typeof suggest>[1]["kind"], text: string) =>
      suggest(source, { kind, text, limit: 20, within: ["ping.*"] });
    expect(within("channels", "")).toEqual(["ping.router.*", "ping.router.temp"]);
    expect(within("channels", "halle n")).toEqual([]);
    for (const kind of ["tags", "interfaces", "pods", "recorded"] as const)
      expect(within(kind, "")).toEqual([]);
    expect(suggest(source, { kind: "channels", text: "", limit: 20, within: [] })).toEqual([]);
  });
  it("puts what begins with the text before what contains it, whatever the case", () => {
    expect(of("channels", "PING")).toEqual(["ping.router.*", "ping.router.temp"]);
    expect(of("channels", "temp")).toEqual(["mqtt.hall.temp", "ping.router.temp"]);
    expect(of("channels", "", 2)).toEqual(["mqtt.hall.*", "ping.router.*"]);
    expect(of("channels", "nothing")).toEqual([]);
    expect(of("channels", "halle n")).toEqual(["mqtt.hall.temp"]);
    expect(of("channels", "temp")).toEqual(["mqtt.hall.temp", "ping.router.temp"]);
  });
  it("knows tags and connections", () => {
    expect(of("tags", "")).toEqual(["klima", "nord"]);
    expect(of("interfaces", "hall")).toEqual(["mqtt.iface.hall.main"]);
    expect(of("pods", "mqtt")).toEqual(["mqtt.pod.hall"]);
  });
});
