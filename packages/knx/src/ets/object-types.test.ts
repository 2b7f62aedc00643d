import { expect, it } from "vitest";
import { ETS4, ETS6, etsFile } from "../testing/ets-file.ts";
import { readKnxproj } from "./knxproj.ts";
import { ObjectTypes } from "./object-types.ts";

const RANGES = [1, 2, 3, 4]
  .map((n) => `<GroupAddress Id="P-0A1B-0_GA-${n}" Address="${2048 + n}" Name="A${n}" />`)
  .join("");
const TYPED = '<GroupAddress Id="P-0A1B-0_GA-5" Address="2053" Name="A5" DatapointType="DPST-1-1" />';
const connected = (ids: number[]) =>
  `<Connectors>${ids.map((id, i) => `<${i === 0 ? "Send" : "Receive"} GroupAddressRefId="P-0A1B-0_GA-${id}" />`).join("")}</Connectors>`;
const linked = (ids: number[]) => ids.map((id) => `GA-${id}`).join(" ");

const OBJECTS: [string | undefined, number[]][] = [
  ["DPST-9-1", [1]],
  ["DPT-9", [1, 2]],
  ["DPST-5-1", [3]],
  ["DPST-7-1", [3]],
  [undefined, [4]],
  ["DPST-20-102 DPST-20-103", [5]],
];

it.each([
  ["connectors, as ETS 4 writes them", ETS4, false],
  ["links, as ETS 6 writes them", ETS6, true],
] as const)("addresses without a type take that of their objects: %s", async (_, shape, links) => {
  const objects = OBJECTS.map(([dpt, ids]) => {
    const type = dpt === undefined ? "" : ` DatapointType="${dpt}"`;
    return links
      ? `<ComObjectInstanceRef RefId="O-1_R-1"${type} Links="${linked(ids)}" />`
      : `<ComObjectInstanceRef RefId="O-1_R-1"${type}>${connected(ids)}</ComObjectInstanceRef>`;
  }).join("");
  const installation = `<KNX xmlns="http://knx.org/xml/project/${shape.schema}"><Project><Installations><Installation>
    <Topology><DeviceInstance><ComObjectInstanceRefs>${objects}</ComObjectInstanceRefs></DeviceInstance></Topology>
    <GroupAddresses><GroupRanges>${RANGES}${TYPED}</GroupRanges></GroupAddresses>
    </Installation></Installations></Project></KNX>`;
  const groups = await readKnxproj(await etsFile(shape, { installation }), undefined);
  // 9.001 of two that agree, 9 of one, none of a contradiction or of silence; an own type stays.
  expect(groups.found.map(({ dpt }) => dpt)).toEqual(["DPST-9-1", "DPT-9", "", "", "DPST-1-1"]);
});

it("leaves the main type where only subtypes differ, in whatever order they come", () => {
  const orders = [
    ["DPST-9-1", "DPST-9-4", "DPT-9"],
    ["DPT-9", "DPST-9-4", "DPST-9-1"],
    ["DPST-9-1", "DPT-9", "DPST-9-4", "DPST-9-1"],
  ];
  for (const order of orders) {
    const types = new ObjectTypes();
    for (const dpt of order) types.add(["P-1-0_GA-1"], dpt);
    expect(types.typeOf("GA-1")).toBe("DPT-9");
  }
});

it("is bounded, and knows no type that is none", () => {
  const types = new ObjectTypes();
  for (let n = 0; n < 70_000; n += 1) types.add([`GA-${n}`], "DPT-1");
  expect([types.typeOf("GA-65535"), types.typeOf("GA-65536")]).toEqual(["DPT-1", undefined]);
  types.add(["GA-1", ""], "DPST-x");
  types.add(["GA-1"], "__proto__");
  expect([types.typeOf("GA-1"), types.typeOf("")]).toEqual(["DPT-1", undefined]);
});
