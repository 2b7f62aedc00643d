import { expect, it } from "vitest";
import type { Pod } from "../../../api/pods.ts";
import { troublesOf } from "./troubles.ts";

const pod = (id: string, label: string, error?: string): Pod => ({
  id,
  type: id.split(".")[0] ?? "",
  label,
  internal: true,
  running: true,
  connected: false,
  started: 1,
  stat: { memory: 0, cpu: 0 },
  counters: { in: 0, out: 0, coalesced: 0, failed: 0 },
  starts: 1,
  since: 0,
  last_value: 0,
  ...(error === undefined ? {} : { error }),
});
const PODS = [pod("mqtt.keller", "Keller"), pod("ping.b", "", "kein Weg dorthin")];

it("tells a pod once, though the appliance and the page both see it, by its label and with since when", () => {
  const rows = troublesOf({
    findings: [
      {
        code: "iface-mqtt.keller",
        level: 2,
        text: "Der Pod mqtt.keller hat seit über einer Minute keine Verbindung: abgelehnt.",
        route: "/pods/mqtt/mqtt.keller",
      },
    ],
    trouble: [{ pod: "mqtt.keller", since: 100 }],
    pods: PODS,
  });
  expect(rows).toEqual([
    {
      key: "mqtt.keller",
      level: 2,
      title: "Keller",
      id: "mqtt.keller",
      why: "hat seit über einer Minute keine Verbindung: abgelehnt",
      since: 100,
      next: { to: "/pods/mqtt/mqtt.keller", text: "Zum Pod" },
    },
  ]);
});

it("tells what the appliance has not found yet, the longest first", () => {
  const trouble = [
    { pod: "mqtt.keller", since: 200 },
    { pod: "ping.b", since: 100 },
  ];
  expect(troublesOf({ findings: [], trouble, pods: PODS })).toMatchObject([
    { title: "ping.b", why: "kein Weg dorthin", since: 100 },
    { title: "Keller", why: "nicht verbunden", since: 200 },
  ]);
});

it("puts the worst first: an urgent alarm before warnings, those before what is only told", () => {
  const alarm = { id: "x", source: "a.b.c", kind: "above", state: "unacked" as const, value: 1 };
  const rows = troublesOf({
    findings: [
      { code: "update", level: 1, text: "Ein Update ist da.", route: "/system/update" },
      { code: "disk", level: 2, text: "Die Platte ist voll." },
    ],
    alarms: [{ ...alarm, nr: 7, priority: 1, text: "Sumpf voll", action: "Pumpe ein", since: 5 }],
  });
  expect(rows.map(({ title, level }) => [title, level])).toEqual([
    ["Sumpf voll", 3],
    ["Die Platte ist voll.", 2],
    ["Ein Update ist da.", 1],
  ]);
  expect(rows[0]).toMatchObject({ why: "Pumpe ein", since: 5, next: { to: "/runtime/alarms" } });
  expect(rows[1]?.next).toBeUndefined();
});

it("leaves the way to a first project to the page below", () => {
  const findings = [{ code: "no-project", level: 1 as const, text: "Bereit", route: "/project/upload" }];
  expect(troublesOf({ findings })).toEqual([]);
});
