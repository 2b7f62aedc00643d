import { expect, test } from "vitest";
import type { CompiledProject } from "../compiled.ts";
import { haystackOf } from "./haystack.ts";

const project: CompiledProject = {
  format: 1,
  id: "haus",
  name: "Haus",
  links: [],
  constants: [],
  scripts: {},
  pods: [
    {
      id: "mqtt.a",
      type: "mqtt",
      name: "a",
      internal: true,
      ifaces: [],
      equip: "RLT 1",
      channels: [
        {
          chan: "mqtt.a.t",
          iface: "main",
          type: "float",
          dir: "in",
          label: "Zuluft",
          unit: "°C",
          area: "Haus/EG",
          point: "discharge air temp sensor",
          config: {},
        },
        { chan: "mqtt.a.v", iface: "main", type: "bool", dir: "out", area: "Haus", config: {} },
      ],
    },
  ],
};
const MARKER = { _kind: "marker" };
const ref = (val: string, dis: string) => ({ _kind: "ref", val, dis });

test("sites, spaces, equipment and points, each once, with what they are part of", () => {
  const { rows, cols } = haystackOf(project);
  expect(rows).toEqual([
    { id: ref("area:Haus", "Haus"), dis: "Haus", site: MARKER },
    { id: ref("area:Haus~2f~EG", "EG"), dis: "EG", space: MARKER, siteRef: ref("area:Haus", "Haus") },
    {
      id: ref("equip:Haus~2f~EG~2f~RLT~20~1", "RLT 1"),
      dis: "RLT 1",
      equip: MARKER,
      siteRef: ref("area:Haus", "Haus"),
      spaceRef: ref("area:Haus~2f~EG", "EG"),
    },
    {
      id: ref("point:mqtt.a.t", "Zuluft"),
      dis: "Zuluft",
      point: MARKER,
      discharge: MARKER,
      air: MARKER,
      temp: MARKER,
      sensor: MARKER,
      kind: "Number",
      unit: "°C",
      siteRef: ref("area:Haus", "Haus"),
      spaceRef: ref("area:Haus~2f~EG", "EG"),
      equipRef: ref("equip:Haus~2f~EG~2f~RLT~20~1", "RLT 1"),
    },
    {
      id: ref("equip:Haus~2f~RLT~20~1", "RLT 1"),
      dis: "RLT 1",
      equip: MARKER,
      siteRef: ref("area:Haus", "Haus"),
    },
    {
      id: ref("point:mqtt.a.v", "mqtt.a.v"),
      dis: "mqtt.a.v",
      point: MARKER,
      cmd: MARKER,
      kind: "Bool",
      siteRef: ref("area:Haus", "Haus"),
      equipRef: ref("equip:Haus~2f~RLT~20~1", "RLT 1"),
    },
  ]);
  expect(cols.map(({ name }) => name)).toContain("equipRef");
});

test("every reference leads to a row", () => {
  const { rows } = haystackOf(project);
  const ids = new Set(rows.map(({ id }) => (id as { val: string }).val));
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (name.endsWith("Ref")) expect(ids).toContain((value as { val: string }).val);
    }
  }
});
