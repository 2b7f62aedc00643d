import { expect, test } from "vitest";
import type { CompiledChannel, CompiledPod } from "../compiled.ts";
import { areasOf } from "./areas.ts";
import { pairsOf } from "./pairs.ts";
import { areaFault, isWithin } from "./path.ts";

const channel = (name: string, more: Partial<CompiledChannel> = {}): CompiledChannel => ({
  chan: `mqtt.a.${name}`,
  iface: "main",
  type: "float",
  dir: "in",
  config: {},
  ...more,
});
const pod = (channels: CompiledChannel[], more: Partial<CompiledPod> = {}): CompiledPod => ({
  id: "mqtt.a",
  type: "mqtt",
  name: "a",
  internal: true,
  ifaces: [],
  channels,
  ...more,
});

test("the channel's own area counts before that of its pod, and that before tags and labels", () => {
  const channels = [
    channel("own", { area: "Haus/EG", tags: ["Hof/Tor"] }),
    channel("pods"),
    channel("tagged", { tags: ["klima", "Hof/Tor"] }),
  ];
  expect(areasOf({ pods: [pod(channels, { area: "Haus" })] })).toEqual({
    named: true,
    paths: [["Haus/EG", "Haus", "Haus"]],
  });
  expect(areasOf({ pods: [pod(channels)] }).paths).toEqual([["Haus/EG", "Ohne Bereich", "Hof/Tor"]]);
});

test("labels name an area if several begin alike; one colon makes none", () => {
  const channels = [
    channel("a", { label: "Büro 2: Temperatur" }),
    channel("b", { label: "Büro 2: Feuchte" }),
    channel("c", { label: "Hinweis: Text" }),
  ];
  expect(areasOf({ pods: [pod(channels)] }).paths).toEqual([["Büro 2", "Büro 2", "Ohne Bereich"]]);
});

test("without areas the pods stand in, told apart where they are called alike", () => {
  const pods = [
    pod([channel("a")], { label: "Halle / Nord" }),
    pod([channel("b")], { id: "ping.b", label: "Messung" }),
    pod([channel("c")], { id: "ping.c", label: "Messung" }),
  ];
  expect(areasOf({ pods })).toEqual({
    named: false,
    paths: [["Halle – Nord"], ["Messung (ping.b)"], ["Messung (ping.c)"]],
  });
});

test("an area contains itself and what is below, not what begins alike", () => {
  expect(isWithin("Haus/EG", "Haus")).toBe(true);
  expect(isWithin("Haus", "Haus")).toBe(true);
  expect(isWithin("Haus 2/EG", "Haus")).toBe(false);
});

test.each([
  ["Haus//EG", { kind: "empty" }],
  ["/Haus", { kind: "empty" }],
  ["Haus/ ", { kind: "empty" }],
  ["Haus / EG", { kind: "spaces", proposal: "Haus/EG" }],
  ["Haus/Büro\u00a02", { kind: "spaces", proposal: "Haus/Büro 2" }],
  ["a/b/c/d/e/f/g", { kind: "deep", depth: 7 }],
  [`Haus/${"x".repeat(61)}`, { kind: "long", part: "x".repeat(61) }],
  ["Haus/EG/Büro 2", undefined],
])("a path %j", (path, fault) => {
  expect(areaFault(path)).toEqual(fault);
});

test("a setpoint belongs to the value whose name differs by that word alone", () => {
  const pairs = pairsOf([
    { chan: "a.b.temperatur", unit: "°C" },
    { chan: "a.b.temperatur_soll", unit: "°C" },
    { chan: "a.b.x", label: "Ist-Druck", unit: "bar" },
    { chan: "a.b.y", label: "Soll-Druck", unit: "bar" },
    { chan: "a.b.z1", point: "zone air temp sensor" },
    { chan: "a.b.z2", point: "zone air temp sp" },
  ]);
  expect([...pairs]).toEqual([
    ["a.b.temperatur", "a.b.temperatur_soll"],
    ["a.b.x", "a.b.y"],
    ["a.b.z1", "a.b.z2"],
  ]);
});

test("no pair across units or equipment, nor where two would fit", () => {
  expect(
    pairsOf([
      { chan: "a.b.t", unit: "°C" },
      { chan: "a.b.t_soll", unit: "%" },
    ]).size,
  ).toBe(0);
  expect(
    pairsOf([
      { chan: "a.b.t", equip: "1" },
      { chan: "a.b.t_soll", equip: "2" },
    ]).size,
  ).toBe(0);
  expect(pairsOf([{ chan: "a.b.t" }, { chan: "a.b.t_soll" }, { chan: "a.c.t_soll" }]).size).toBe(0);
});
