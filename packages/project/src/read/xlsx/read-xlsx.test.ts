import { describe, expect, it } from "vitest";
import { Report } from "../../report.ts";
import { compileBytes, faults, goodTables, workbookOf } from "../../testing/project.ts";
import { type RawWorkbook, rawRow, rawWorkbook, zipOf } from "../../testing/zip.ts";
import { writeWorkbook } from "../../write/workbook.ts";
import { readFiles } from "../read-files.ts";
import type { SheetTable } from "../table.ts";
import { XmlReader } from "../xml.ts";
import { fillMerged, parseRange } from "./merges.ts";
import { cellStyles, serialToIso } from "./styles.ts";

async function read(workbook: RawWorkbook): Promise<SheetTable[]> {
  const report = new Report();
  const bytes = await zipOf(rawWorkbook(workbook));
  const { tables } = await readFiles([{ name: "t.xlsx", bytes }], { wanted: () => true, report });
  expect(report.entries()).toEqual([]);
  return tables;
}

const cellsOf = async (data: string, strings?: string) => {
  const sheets = [{ name: "s", data }];
  const [table] = await read(strings === undefined ? { sheets } : { sheets, strings });
  return table?.rows.map(({ line, cells }) => [line, ...cells]);
};

describe("readXlsx", () => {
  it("reads every type of cell", async () => {
    const data = [
      '<row r="3"><c r="B3"><v>1.5</v></c><c r="D3" t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>',
      '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>99</v></c></row>',
      '<row r="9"><c t="str"><f>A1</f><v>x</v></c><c><f>A1</f></c><c t="str"><f>A1</f><v></v></c></row>',
      '<row><c t="d"><v>2024-05-01</v></c><c t="inlineStr"><is><r><t>a</t></r><r><t> b_x0041_</t></r></is></c></row>',
      '<row r="12"><c t="inlineStr"><is><t>  </t></is></c><c s="5"/></row>',
    ];
    const strings =
      "<si><t>eins &amp; &#228;</t></si><si><r><rPr/><t>zw</t></r><r><t>ei</t></r><rPh><t>no</t></rPh></si>";
    expect(await cellsOf(data.join(""), strings)).toEqual([
      [3, null, 1.5, null, true, { odd: "error", text: "#N/A" }],
      [4, "eins & ä", "zwei"],
      [9, { odd: "formula", value: "x" }, { odd: "formula", value: null }],
      [10, { odd: "date", text: "2024-05-01" }, "a bA"],
    ]);
  });

  it("does not mind prefixes, comments, CDATA, single quotes and a > in an attribute", async () => {
    const data =
      "<x:row r='2' note='a>b'><!-- <c> --><x:c t='inlineStr'><x:is><x:t><![CDATA[<&>]]></x:t></x:is></x:c></x:row>";
    expect(await cellsOf(data)).toEqual([[2, "<&>"]]);
  });

  it("gives the same whatever the pieces in which the content arrives", () => {
    const xml = Buffer.from('<a x="ä>"><b>1 &lt; 2 &amp; ü</b><!-- - --><c/><![CDATA[]]]]></a>');
    const seen = new Set<string>();
    for (let size = 1; size <= xml.length; size++) {
      let log = "";
      const reader = new XmlReader({
        open: (name, raw) => (log += `<${name}${raw}>`),
        text: (text) => (log += text),
        close: (name) => (log += `</${name}>`),
      });
      for (let at = 0; at < xml.length; at += size) reader.push(xml.subarray(at, at + size));
      reader.end();
      seen.add(log);
    }
    expect([...seen]).toEqual(['<a x="ä>"><b>1 < 2 & ü</b><c></c>]]</a>']);
  });

  it.each([
    ["document types", "<!DOCTYPE a [<!ENTITY x 'y'>]><worksheet><sheetData/></worksheet>"],
    ["tags that do not match", "<worksheet><sheetData></worksheet></sheetData>"],
    ["an early end", "<worksheet><sheetData>"],
    ["deep nesting", "<a>".repeat(300)],
    ["something else", "PNG"],
  ])("refuses %s", async (_what, content) => {
    const entries = rawWorkbook({ sheets: [{ name: "pods", data: "" }] });
    const parts = entries.map((part) => (part.name.includes("sheet0") ? { ...part, content } : part));
    expect(faults(await compileBytes(await zipOf(parts)))).toEqual(["brokenWorkbook :"]);
  });

  it("warns of hidden sheets and macros, refuses links to other files", async () => {
    const tables = goodTables();
    const hidden = await writeWorkbook(
      Object.entries(tables).map(([name, rows]) => ({ name, rows, hidden: name === "links" })),
    );
    const result = await compileBytes(hidden);
    expect(faults(result)).toEqual(["hiddenTable links:"]);
    expect(result.compiled?.links.length).toBe(3);
    const sheets = [{ name: "constants", data: rawRow(["channel", "value"]) }];
    const other = await compileBytes(await zipOf(rawWorkbook({ sheets, externalLink: true, macros: true })));
    expect(faults(other).slice(0, 2)).toEqual(["externalLinks :", "macros :"]);
  });

  it("counts formulas by column and takes their values", async () => {
    const number = (value: number) => `<c><f>1+1</f><v>${value}</v></c>`;
    const data = [
      rawRow(["channel", "value"]),
      rawRow(["a", number(2)]),
      rawRow(["b", number(3)]),
      rawRow(["c", "<c><f>[1]Tabelle1!A1</f><v>4</v></c>"]),
    ].join("");
    const constants = rawWorkbook({ sheets: [{ name: "constants", data }] });
    const good = goodTables();
    delete good["constants"];
    delete good["links"];
    const bytes = await zipOf([
      { name: "a.xlsx", content: await workbookOf(good) },
      { name: "b.xlsx", content: await zipOf(constants) },
    ]);
    const result = await compileBytes(bytes, "p.zip");
    expect(faults(result)).toEqual(["formula constants:2 value"]);
    expect(result.errors[0]?.ErrText).toContain("3 Formeln");
    expect(result.compiled?.constants.map(({ value }) => value)).toEqual([2, 3, 4]);
  });
});

describe("merged cells", () => {
  it("count for every row downwards, and for the left column across", async () => {
    const merge = (range: string) => `<mergeCells><mergeCell ref="${range}"/></mergeCells>`;
    const rows = [
      rawRow(["pod", "channel"]),
      rawRow(["e", "a"]),
      rawRow(["<c/>", "b"]),
      rawRow(["<c/>", "c"]),
    ].join("");
    const sheets = [
      { name: "project", data: rawRow(["key", "value"]) + rawRow(["id", "x"]) },
      {
        name: "pods",
        data: rawRow(["id", "label", "interval"]) + rawRow(["echo.e", "L"]),
        after: merge("B2:C2"),
      },
      { name: "echo", data: rows, after: merge("A2:A4") },
    ];
    const result = await compileBytes(await zipOf(rawWorkbook({ sheets })));
    expect(faults(result)).toEqual(["mergedAcross pods:2"]);
    expect(result.compiled?.pods[0]?.channels.map(({ chan }) => chan)).toEqual([
      "echo.e.a",
      "echo.e.b",
      "echo.e.c",
    ]);
  });

  it("cost no more than the sheet, even if thousands of them overlap", () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ line: i + 1, cells: [i === 0 ? "x" : null] }));
    const range = parseRange("A1:A1048576");
    expect(range).toBeDefined();
    fillMerged(rows, Array.from({ length: 50_000 }, () => range ?? []).flat());
    expect(rows.every((row) => row.cells[0] === "x")).toBe(true);
  });
});

describe("dates", () => {
  it("are told by their format", () => {
    const isDate: boolean[] = [];
    const codes = [
      "0.00",
      "General",
      "dd.mm.yyyy",
      "[$-407]d. mmmm yyyy",
      '0 "Tage"',
      "[h]:mm",
      "#,##0.00 [$€-407]",
      "0.00E+00",
      "[Red]0",
    ];
    const reader = new XmlReader(cellStyles(isDate));
    const formats = codes.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode='${code}'/>`);
    const used = [0, 14, ...codes.map((_, i) => 200 + i)].map((id) => `<xf numFmtId="${id}"/>`);
    const numbers = `<numFmts>${formats.join("")}</numFmts>`;
    reader.push(
      Buffer.from(
        `<s>${numbers}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${used.join("")}</cellXfs></s>`,
      ),
    );
    reader.end();
    expect(isDate).toEqual([false, true, false, false, true, true, false, true, false, false, false]);
  });

  it.each([
    [45_413, false, "2024-05-01"],
    [45_413.75, false, "2024-05-01T18:00:00"],
    [0.5, false, "12:00:00"],
    [43_951, true, "2024-05-01"],
    [-1, false, undefined],
    [1e9, false, undefined],
  ])("%d since 1904 %s is %s", (serial, from1904, iso) => {
    expect(serialToIso(serial, from1904)).toBe(iso);
  });
});
