import { expect, it } from "vitest";
import { changeCounts, changeRows } from "./changes.ts";

const rows = changeRows({
  changes: [
    { kind: "channel", chan: "mqtt.haus.temp", change: "changed", fields: [{ field: "unit", after: "°C" }] },
    {
      kind: "iface",
      chan: "mqtt.iface.haus.main",
      change: "changed",
      fields: [{ field: "pwd", secret: true }],
    },
    { kind: "pod", chan: "ping.pod.neu", change: "added" },
    { kind: "channel", chan: "ping.neu.rtt", change: "added" },
    { kind: "channel", chan: "ping.neu.ok", change: "added" },
  ],
  links: [{ source: "ping.neu.rtt", target: "mqtt.haus.x", change: "removed" }],
});

it("names things as the rest of the console does, pods first and links after the channels", () => {
  expect(rows.map(({ kind, name, change }) => `${kind} ${name} ${change}`)).toEqual([
    "pod ping.neu added",
    "iface mqtt.haus, main changed",
    "channel mqtt.haus.temp changed",
    "channel ping.neu.rtt added",
    "channel ping.neu.ok added",
    "link ping.neu.rtt → mqtt.haus.x removed",
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

it("counts each kind by what became of it", () => {
  expect(changeCounts(rows)).toEqual([
    { kind: "pod", text: "1 hinzugefügt" },
    { kind: "iface", text: "1 geändert" },
    { kind: "channel", text: "2 hinzugefügt, 1 geändert" },
    { kind: "link", text: "1 entfernt" },
  ]);
  expect(changeCounts([])).toEqual([]);
});
