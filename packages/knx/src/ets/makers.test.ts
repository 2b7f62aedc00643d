import { describe, expect, it } from "vitest";
import { ETS4, ETS5, ETS6, type EtsShape, etsFile, type ZipContent } from "../testing/ets-file.ts";
import { readKnxproj } from "./knxproj.ts";
import { ETS_LIMITS, EtsGroups } from "./model.ts";
import { etsTables } from "./tables.ts";
import { groupReader } from "./xml.ts";

const PASSWORD = "Passwort 1";
const PROGRAM = "M-0083_A-0014-13-6B1F";
const HARDWARE = "M-0083_H-7.1-0_HP-0014-13-6B1F";

/** The number of an object → the addresses it is connected to. */
const CONNECTED: Record<number, number[]> = { 1: [1], 2: [2], 3: [3], 4: [4], 5: [5, 6], 6: [6], 7: [7] };
/** As attributes of the object, and of the reference to it. */
const SAID: Record<number, [object: string, ref: string]> = {
  1: ['ObjectSize="2 Bytes" DatapointType="DPST-9-1"', ""],
  2: ['ObjectSize="1 Byte" DatapointType="DPST-5-10"', 'DatapointType="DPST-5-1 DPST-5-3"'],
  3: ['ObjectSize="1 Bit"', ""],
  4: ['ObjectSize="1 Byte"', 'ObjectSize="4 Bit"'],
  5: ['ObjectSize="14 Bytes"', ""],
  6: ['ObjectSize="LegacyVarData&lt;"', 'DatapointType="DPT-??"'],
  7: ['ObjectSize="1 Bit" DatapointType="DPST-1-1"', ""],
};

function objectXml(id: string, n: number): string {
  const [object, ref] = SAID[n] ?? ["", ""];
  return `<ComObject Id="${id}" ${object}/><ComObjectRef Id="${id}_R-${n}" RefId="${id}" ${ref}/>`;
}

function project({ schema }: EtsShape, extra = ""): string {
  const old = schema < 15;
  const device = Object.entries(CONNECTED).map(([n, to]) => {
    const connectors = to.map((id) => `<Send GroupAddressRefId="P-0A1B-0_GA-${id}"/>`).join("");
    const links = to.map((id) => `GA-${id}`).join(" ");
    return old
      ? `<ComObjectInstanceRef RefId="${PROGRAM}_O-${n}_R-${n}"><Connectors>${connectors}</Connectors></ComObjectInstanceRef>`
      : // The same module twice in the device.
        `<ComObjectInstanceRef RefId="MD-2_M-1_MI-${n}_O-2-${n}_R-${n}" Links="${links}"/>`;
  });
  const groups = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (n) =>
      `<GroupAddress Id="P-0A1B-0_GA-${n}" Address="${2048 + n}" Name="A${n}"${n === 7 ? ' DatapointType="DPST-1-8"' : ""}/>`,
  );
  return `<KNX xmlns="http://knx.org/xml/project/${schema}"><Project><Installations><Installation>
    <Topology><DeviceInstance Hardware2ProgramRefId="${HARDWARE}"><ComObjectInstanceRefs>${device.join("")}${extra}
    </ComObjectInstanceRefs></DeviceInstance></Topology>
    <GroupAddresses><GroupRanges>${groups.join("")}</GroupRanges></GroupAddresses>
    </Installation></Installations></Project></KNX>`;
}

function catalogue({ schema }: EtsShape): ZipContent {
  const module = schema < 15 ? "O-" : "MD-2_O-2-";
  const objects = Object.keys(SAID).map((n) => objectXml(`${PROGRAM}_${module}${n}`, Number(n)));
  return {
    "M-0083/Hardware.xml": `<KNX><Hardware2Program Id="M-0083_H-9_HP-1"><ApplicationProgramRef RefId="M-0083_A-1"/></Hardware2Program><Hardware2Program Id="${HARDWARE}"><ApplicationProgramRef RefId="${PROGRAM}"/></Hardware2Program></KNX>`,
    [`M-0083/${PROGRAM}.xml`]: `<KNX>${objects.join("")}</KNX>`,
    // Not needed, and so not read.
    "M-0083/M-0083_A-1.xml": "<KNX>",
  };
}

const KNX_COLUMN = { type: 2, dpt: 8 };
async function read(shape: EtsShape, given: Parameters<typeof etsFile>[1] = {}) {
  const file = await etsFile(shape, {
    installation: project(shape),
    catalogue: catalogue(shape),
    ...given,
  });
  const { tables, notes } = etsTables(await readKnxproj(file, given.password));
  const rows = tables.find(({ name }) => name === "knx")?.rows.slice(1) ?? [];
  return {
    types: rows.map((row) => [row[KNX_COLUMN.dpt], row[KNX_COLUMN.type]].join(" ")),
    notes: notes.map(({ about, text }) => `${about} ${text}`),
  };
}

describe.each([
  ["ETS 4", ETS4],
  ["ETS 5", ETS5],
  ["ETS 6", ETS6],
])("a project of %s whose addresses have no types", (_name, shape) => {
  it.each([undefined, PASSWORD])("takes them from the makers' catalogues; password %s", async (password) => {
    const { types, notes } = await read(shape, password === undefined ? {} : { password });
    expect(types).toEqual([
      "9.001 float",
      "5.001 float",
      "1 bool",
      "raw6 string",
      "raw string",
      "raw string",
      "1.008 bool",
      "raw string",
    ]);
    expect(notes).toEqual([
      "1/0/3 „A3“ hat keinen Datenpunkttyp (Größe laut Gerätekatalog: 1 Bit), als 1 übernommen",
      "1/0/4 „A4“ hat keinen Datenpunkttyp (Größe laut Gerätekatalog: 4 Bit), als raw6 übernommen",
      "1/0/5 „A5“ hat keinen Datenpunkttyp (Größe laut Gerätekatalog: 14 Byte), als raw übernommen",
      "1/0/6 „A6“ hat keinen Datenpunkttyp (Größe laut Gerätekatalog: 14 Byte), als raw übernommen",
      "1/0/8 „A8“ hat keinen Datenpunkttyp, als raw übernommen",
    ]);
  });
});

it("takes no size where objects differ", async () => {
  const extra = `<ComObjectInstanceRef RefId="${PROGRAM}_O-5_R-5"><Send GroupAddressRefId="P-0A1B-0_GA-3"/></ComObjectInstanceRef>`;
  const { types } = await read(ETS4, { installation: project(ETS4, extra) });
  expect(types[2]).toBe("raw string");
});

const UNREAD =
  "Der Gerätekatalog im Projekt ließ sich nicht ganz lesen; Datenpunkttypen, die nur dort stehen, fehlen";
it.each<[string, ZipContent, boolean]>([
  ["is broken", { [`M-0083/${PROGRAM}.xml`]: "<KNX><ComObject" }, true],
  ["has entities of its own", { "M-0083/Hardware.xml": "<!DOCTYPE a []><KNX/>" }, true],
  ["leads elsewhere", { "M-0083/Hardware.xml": hardware("../knx_master") }, false],
  ["leads to what is not there", { "M-0083/Hardware.xml": hardware("M-0083_A-77") }, false],
])("goes on where a catalogue %s", async (_name, broken, said) => {
  const { types, notes } = await read(ETS6, { catalogue: { ...catalogue(ETS6), ...broken } });
  expect(types).toEqual(["raw", "raw", "raw", "raw", "raw", "raw", "1.008", "raw"].map(withType));
  expect(notes.includes(UNREAD)).toBe(said);
});

it("keeps a bounded number of connections", () => {
  const reader = groupReader(new EtsGroups());
  const links = "GA-1 ".repeat(100_000);
  for (let n = 0; n < 4; n += 1) {
    reader.open("ComObjectInstanceRef", ` RefId="O-${n}_R-1" Links="${links}"`);
    reader.close("ComObjectInstanceRef");
  }
  reader.open("GroupAddresses", "");
  reader.open("GroupAddress", ' Id="GA-1" Address="1"');
  const kept = reader.finish().objects.reduce((sum, { addresses }) => sum + addresses.length, 0);
  expect(kept).toBeGreaterThan(100_000);
  expect(kept).toBeLessThanOrEqual(ETS_LIMITS.connections);
});

function hardware(program: string): string {
  return `<KNX><Hardware2Program Id="${HARDWARE}"><ApplicationProgramRef RefId="${program}"/></Hardware2Program></KNX>`;
}
const withType = (dpt: string) => `${dpt} ${dpt === "1.008" ? "bool" : "string"}`;
