import { describe, expect, it } from "vitest";
import { readGroupCsv } from "./csv.ts";
import { importEts } from "./index.ts";

const TAIL = '"Central";"Unfiltered";"Description";"DatapointType";"Security"';
const FORMATS: Record<string, string[]> = {
  "names in one column, address in one": [
    `"Group name";"Address";${TAIL}`,
    '"Erdgeschoss";"1/-/-";"";"";"";"";"Auto"',
    '"Licht";"1/0/-";"";"";"";"";"Auto"',
    '"Küche";"1/0/1";"";"";"Decke 1/2/3";"DPST-1-1";"Auto"',
    '"Größe";"1/0/2";"";"";"";"DPT-9";"Auto"',
  ],
  "names in three columns, address in one": [
    `"Main";"Middle";"Sub";"Address";${TAIL}`,
    '"Erdgeschoss";"";"";"1/-/-";"";"";"";"";"Auto"',
    '"";"Licht";"";"1/0/-";"";"";"";"";"Auto"',
    '"";"";"Küche";"1/0/1";"";"";"";"DPST-1-1";"Auto"',
    '"";"";"Größe";"1/0/2";"";"";"";"DPT-9";"Auto"',
  ],
  "names in one column, address in three": [
    `"Group name";"Main";"Middle";"Sub";${TAIL}`,
    '"Erdgeschoss";"1";"";"";"";"";"";"";"Auto"',
    '"Licht";"1";"0";"";"";"";"";"";"Auto"',
    '"Küche";"1";"0";"1";"";"";"";"DPST-1-1";"Auto"',
    '"Größe";"1";"0";"2";"";"";"";"DPT-9";"Auto"',
  ],
  "names and address in three columns": [
    `"Main";"Middle";"Sub";"Main";"Middle";"Sub";${TAIL}`,
    '"Erdgeschoss";"";"";"1";"";"";"";"";"";"";"Auto"',
    '"";"Licht";"";"1";"0";"";"";"";"";"";"Auto"',
    '"";"";"Küche";"1";"0";"1";"";"";"";"DPST-1-1";"Auto"',
    '"";"";"Größe";"1";"0";"2";"";"";"";"DPT-9";"Auto"',
  ],
};
const FOUND = [
  { address: "1/0/1", raw: 2049, name: "Küche", dpt: "DPST-1-1", ranges: ["Erdgeschoss", "Licht"] },
  { address: "1/0/2", raw: 2050, name: "Größe", dpt: "DPT-9", ranges: ["Erdgeschoss", "Licht"] },
];

describe.each(Object.entries(FORMATS))("CSV with %s", (_name, [head = "", ...rows]) => {
  const variants: [string, string[]][] = [
    ["a header", [head, ...rows]],
    ["no header", rows],
  ];
  it.each(variants)("is read with %s", (_variant, lines) => {
    for (const separator of [";", ",", "\t"]) {
      for (const text of [lines.join("\r\n"), lines.join("\n").replaceAll('"', "")]) {
        const given = text.replaceAll(";", separator);
        expect(readGroupCsv(Buffer.from(given)).found, given).toEqual(FOUND);
      }
    }
  });

  it("is read in every encoding", () => {
    const text = [head, ...rows].join("\r\n");
    for (const bytes of [
      Buffer.from(text, "utf8"),
      Buffer.from(`\uFEFF${text}`, "utf8"),
      Buffer.from(text, "latin1"),
      Buffer.from(`\uFEFF${text}`, "utf16le"),
      Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
    ]) {
      expect(readGroupCsv(bytes).found).toEqual(FOUND);
    }
  });
});

describe("CSV", () => {
  it("of a free project has plain numbers", () => {
    const text = "Gruppenname;Adresse;Central\nLicht;2049;\nTor;65535;";
    expect(readGroupCsv(Buffer.from(text)).found.map(({ address }) => address)).toEqual([
      "1/0/1",
      "31/7/255",
    ]);
  });

  it("of a two-level project has two parts", () => {
    const groups = readGroupCsv(Buffer.from('"Haus";"1/-"\n"Licht";"1/515"'));
    expect(groups.found).toMatchObject([{ address: "1/515", raw: 2563, ranges: ["Haus"] }]);
  });

  it("takes the description of an address that has no name", () => {
    const text = '"Group name";"Address";"Central";"Unfiltered";"Description"\n"";"1/0/1";"";"";"Flur"';
    expect(readGroupCsv(Buffer.from(text)).found[0]?.name).toBe("Flur");
  });

  it("says what it leaves out", () => {
    const lines = ["Name;Address", "A;1/0/1", "B;1/0/1", "C;32/0/1", "D;0/0/0", "E;Flur"];
    expect(readGroupCsv(Buffer.from(lines.join("\n"))).notes).toEqual([
      { about: "1/0/1 „B“", text: "kommt mehrmals vor, nur die erste übernommen" },
      { about: "32/0/1 „C“", text: "ist keine Gruppenadresse, nicht übernommen" },
      { about: "0/0/0 „D“", text: "ist keine Gruppenadresse, nicht übernommen" },
      { about: "Zeile 6", text: "enthält keine Gruppenadresse, nicht übernommen" },
    ]);
  });
});

describe("XML of an export", () => {
  const text =
    '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\r\n' +
    '<GroupAddress-Export xmlns="http://knx.org/xml/ga-export/01"><GroupRange Name="Haus" RangeStart="1" RangeEnd="2047">' +
    '<GroupAddress Name="Küche" Address="1/0/1" DPTs="DPST-1-1" Description="x" />' +
    '<GroupAddress Name="" Address="1/0/2" Description="Größe" /></GroupRange></GroupAddress-Export>';

  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le")],
  ])("is read in %s", async (_name, bytes) => {
    const { channels, notes } = await importEts(bytes);
    expect(channels).toBe(2);
    expect(notes).toEqual([{ about: "1/0/2 „Größe“", text: "hat keinen Datenpunkttyp, als raw übernommen" }]);
  });
});
