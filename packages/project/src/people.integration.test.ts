/**
 * Workbooks as people make them, written by programs other than the one that reads them: openpyxl
 * (python3-openpyxl) and LibreOffice Calc (libreoffice-calc-nogui).
 */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { useSharedFolder } from "@hubwart/testing/folder";
import { describe, expect, it } from "vitest";
import { compileBytes, faults, goodTables, workbookOf } from "./testing/project.ts";
import { zipOf } from "./testing/zip.ts";

const run = promisify(execFile);
const folder = useSharedFolder();

/** Writes a workbook with openpyxl: `body` fills `wb`. */
async function openpyxl(name: string, body: string): Promise<Uint8Array> {
  const file = path.join(folder(), name);
  const script = `import datetime, sys\nfrom openpyxl import Workbook\nwb = Workbook()\n${body}\nwb.save(sys.argv[1])\n`;
  await run("/usr/bin/python3", ["-c", script, file]);
  return readFile(file);
}

/** Lets LibreOffice open a file and save it in another format. */
async function libreOffice(file: string, format: string, filter = ""): Promise<Uint8Array> {
  const profile = `-env:UserInstallation=file://${path.join(folder(), "profile")}`;
  const target = filter === "" ? format : `${format}:${filter}`;
  const out = path.join(folder(), "out");
  await run("soffice", [profile, "--headless", "--convert-to", target, "--outdir", out, file]);
  return readFile(path.join(out, `${path.parse(file).name}.${format}`));
}

const PLANT = `
ws = wb.active
ws.title = "Project"
ws.append(["Key", "Value"]); ws.append(["id", "anlage"]); ws.append(["name", "Lüftung Süd"])
ws = wb.create_sheet("PODS")
ws.append(["Anlage: alle Geräte"]); ws.merge_cells("A1:F1")
ws.append([])
ws.append(["ID", "Label", "Internal", "Host", "Port"])
ws.append(["bus.a", "Halle", "wahr", "127.0.0.1", "1502"])
ws = wb.create_sheet("bus")
ws.append(["Pod", "Channel", "Dir", "Label", "Address", "Factor", "Swap"])
ws.append([])
ws.append(["a", "frisch", "In", "Zuluft Außen", 1, "0,5", "x"])
ws.append([]); ws.append([])
ws.append([None, "gekuehlt", "INOUT", datetime.date(2024, 5, 1), 2.0, 2, False])
ws.merge_cells("A3:A6")
ws.column_dimensions["B"].hidden = True
ws = wb.create_sheet("links")
ws.append(["source", "target", "scale", "min_interval"])
ws.append(["bus.a.frisch", "bus.a.gekuehlt", SCALE, "1.500,0"])
wb.create_sheet("Lüftungsgeräte").append(["Notiz"])
ws = wb.create_sheet("constants")
ws.append(["channel", "value"]); ws.append(["grenze", 21.5])
ws.sheet_state = "hidden"
`;

async function expectPlant(bytes: Uint8Array, ...more: string[]): Promise<void> {
  const result = await compileBytes(bytes, "anlage.xlsx");
  const expected = ["unknownTable Lüftungsgeräte:", "hiddenTable constants:", "dateInText bus:6 label"];
  expect(faults(result).sort()).toEqual([...expected, ...more].sort());
  expect(result.compiled).toMatchObject({
    id: "anlage",
    name: "Lüftung Süd",
    pods: [
      {
        id: "bus.a",
        label: "Halle",
        internal: true,
        ifaces: [{ id: "main", config: { host: "127.0.0.1", port: 1502 } }],
        channels: [
          {
            chan: "bus.a.frisch",
            dir: "in",
            label: "Zuluft Außen",
            config: { address: 1, factor: 0.5, swap: true },
          },
          {
            chan: "bus.a.gekuehlt",
            dir: "inout",
            label: "2024-05-01",
            config: { address: 2, factor: 2, swap: false },
          },
        ],
      },
    ],
    links: [{ source: "bus.a.frisch", target: "bus.a.gekuehlt", scale: 4, minInterval: 1500 }],
    constants: [{ chan: "const.main.grenze", type: "float", value: 21.5 }],
  });
}

describe("openpyxl", () => {
  it("titles, merged cells, dates, decimal commas, umlauts, empty rows, hidden sheets", async () => {
    await expectPlant(await openpyxl("plant.xlsx", PLANT.replace("SCALE", "4")));
  });

  it("formulas that were never calculated", async () => {
    const body = `
ws = wb.active; ws.title = "project"
ws.append(["key", "value"]); ws.append(["id", "=1+1"])
wb.create_sheet("pods").append(["id"])`;
    expect(faults(await compileBytes(await openpyxl("formula.xlsx", body)))).toEqual([
      "formulaWithoutValue project:2 value",
    ]);
  });
});

describe("LibreOffice", () => {
  it("the same workbook, saved by Calc with its formula calculated", async () => {
    await openpyxl("plant.xlsx", PLANT.replace("SCALE", '"=2+2"'));
    const file = path.join(folder(), "plant.xlsx");
    await expectPlant(await libreOffice(file, "xlsx", "Calc MS Excel 2007 XML"), "formula links:2 scale");
  });

  it("by way of its own format, which is refused by name when uploaded itself", async () => {
    const file = path.join(folder(), "good.xlsx");
    await writeFile(file, await workbookOf(goodTables()));
    const ods = await libreOffice(file, "ods");
    expect(faults(await compileBytes(ods, "good.ods"))).toEqual(["otherSpreadsheet :"]);
    const back = await libreOffice(path.join(folder(), "out", "good.ods"), "xlsx", "Calc MS Excel 2007 XML");
    const direct = await compileBytes(await readFile(file));
    expect(await compileBytes(back)).toEqual(direct);
    expect(direct.hash).not.toBe("");
  });

  it("the old format of Excel, refused by name", async () => {
    const file = path.join(folder(), "good.xlsx");
    await writeFile(file, await workbookOf(goodTables()));
    const old = await libreOffice(file, "xls", "MS Excel 97");
    expect(faults(await compileBytes(old, "good.xls"))).toEqual(["oldWorkbook :"]);
  });

  it("CSV as a German Calc writes it: semicolons, decimal commas, Windows-1252", async () => {
    const fods = path.join(folder(), "constants.fods");
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
    const row = (...cells: string[]) => `<table:table-row>${cells.map(cell).join("")}</table:table-row>`;
    await writeFile(
      fods,
      `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>
<table:table table:name="x">${row("channel", "value", "label")}${row("grenze", "21,5", "Größe in €; oben")}</table:table>
</office:spreadsheet></office:body></office:document>`,
    );
    const windows1252 = "Text - txt - csv (StarCalc):59,34,1,1";
    const csv = await libreOffice(fods, "csv", windows1252);
    expect([...csv]).toContain(0x80);
    const tables = goodTables();
    delete tables["constants"];
    delete tables["links"];
    const entries = [
      { name: "anlage.xlsx", content: await workbookOf(tables) },
      { name: "constants.csv", content: csv },
    ];
    const { compiled, errors } = await compileBytes(await zipOf(entries), "p.zip");
    expect(errors).toEqual([]);
    expect(compiled?.constants).toEqual([
      { chan: "const.main.grenze", type: "float", value: 21.5, label: "Größe in €; oben" },
    ]);
  });
});
