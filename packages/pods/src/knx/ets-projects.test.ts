import { importEts } from "@hubwart/knx/ets";
import { openArchive } from "@hubwart/knx/ets/archive";
import { readKnxproj } from "@hubwart/knx/ets/knxproj";
import { derivedPassword } from "@hubwart/knx/ets/password";
import { ETS4, ETS5, ETS6, etsFile, zipOf } from "@hubwart/knx/testing/ets-file";
import { compileProject } from "@hubwart/project";
import { describe, expect, it } from "vitest";
import { podSchemas } from "../schemas.ts";

const PASSWORD = "Schlüssel 1 €";
const shapes = [
  { name: "ETS 4", shape: ETS4 },
  { name: "ETS 5", shape: ETS5 },
  { name: "ETS 6", shape: ETS6 },
];

async function compiled(workbook: Uint8Array) {
  return compileProject({ files: [{ name: "ets.xlsx", bytes: workbook }] }, { schemas: podSchemas });
}

describe.each(shapes)("a project of $name", ({ shape }) => {
  it.each([undefined, PASSWORD])("with password %s gives every address", async (password) => {
    const file = await etsFile(shape, password === undefined ? {} : { password });
    const groups = await readKnxproj(file, password);
    expect(groups.projectName).toBe("Haus Müller");
    expect(groups.notes).toEqual([]);
    expect(groups.found).toEqual([
      {
        address: "1/0/1",
        raw: 2049,
        name: "Licht Küche",
        dpt: "DPST-1-1",
        ranges: ["Erdgeschoss", "Licht, Flur"],
      },
      {
        address: "1/0/2",
        raw: 2050,
        name: "Temperatur & Größe",
        dpt: "DPST-9-1 DPST-9-2",
        ranges: ["Erdgeschoss", "Licht, Flur"],
      },
    ]);
  });

  it("is refused without its password and with a wrong one, soon", async () => {
    const file = await etsFile(shape, { password: PASSWORD });
    await expect(readKnxproj(file, undefined)).rejects.toThrow("mit einem Passwort geschützt");
    const started = process.cpuUsage();
    await expect(readKnxproj(file, "falsch")).rejects.toThrow("Das Passwort des Projekts passt nicht.");
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(2);
  });
});

it("takes no wrong password for the right one, whatever its one check byte lets through", async () => {
  const archive = await openArchive(await zipOf({ "0.xml": "<KNX>ö</KNX>" }, PASSWORD), { bytes: 0 });
  // About two of six hundred get past the byte and fail by their content.
  for (let n = 0; n < 600; n++) {
    await expect(archive.read("0.xml", () => {}, `falsch ${n}`)).rejects.toThrow();
  }
  await archive.read("0.xml", () => {}, PASSWORD);
});

describe("the workbook", () => {
  it("lacks nothing but the host", async () => {
    const { workbook, channels, notes } = await importEts(await etsFile(ETS6));
    expect({ channels, notes }).toEqual({ channels: 2, notes: [] });
    const { errors } = await compiled(workbook);
    expect(errors.map(({ Attribute, ErrText }) => [Attribute, ErrText])).toEqual([
      ["host", "Zum Tunneling fehlt die Schnittstelle"],
    ]);
  });

  it.each([
    ["TwoLevel", "1/1"],
    ["Free", "2049"],
    ["Unknown", "1/0/1"],
  ])("shows addresses in the project's style: %s", async (style, address) => {
    const groups = await readKnxproj(await etsFile(ETS5, { style }), undefined);
    expect(groups.found[0]?.address).toBe(address);
  });
});

it("derives the password of ETS 6 as the ETS does", async () => {
  expect(await derivedPassword("a")).toBe("+FAwP4iI7/Pu4WB3HdIHbbFmteLahPAVkjJShKeozAA=");
});
