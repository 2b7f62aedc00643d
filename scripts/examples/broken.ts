/**
 * A project that is broken on purpose: every kind of error and warning that one upload can show. What
 * ends the reading of the whole upload (too large, too many rows, unsafe paths) cannot be among them.
 */

import { writeWorkbook } from "@hubwart/project/workbook";
import { markEncrypted, rawRow, rawWorkbook, zipOf } from "../../packages/project/src/testing/zip.ts";
import { brokenTables } from "./broken-tables.ts";

const COMPOUND_FILE = Buffer.from("d0cf11e0a1b11ae1", "hex");

export async function broken(): Promise<Buffer> {
  const workbook = await writeWorkbook(brokenTables);
  const archive = await zipOf([
    { name: "anlage.xlsx", content: workbook },
    { name: "zellen.xlsx", content: await oddCells() },
    { name: "abgeschnitten.xlsx", content: workbook.subarray(0, workbook.length - 500) },
    { name: "aufbau.xlsx", content: await zipOf(rawWorkbook({ sheets: [{ name: "pods", data: "<row>" }] })) },
    { name: "brief.xlsx", content: await zipOf([{ name: "[Content_Types].xml", content: "<Types/>" }]) },
    { name: "alt.xlsx", content: Buffer.concat([COMPOUND_FILE, Buffer.alloc(504)]) },
    {
      name: "kennwort.xlsx",
      content: Buffer.concat([COMPOUND_FILE, Buffer.from("EncryptedPackage", "utf16le")]),
    },
    {
      name: "libreoffice.xlsx",
      content: await zipOf([
        { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet" },
        { name: "content.xml", content: "<office/>" },
      ]),
    },
    { name: "archiv.zip", content: await zipOf([{ name: "pods.csv", content: "id\n" }]) },
    { name: "sicherung.csv", content: "age-encryption.org/v1\n" },
    { name: "leer.csv", content: "" },
    { name: "zeichen.csv", content: Buffer.from([0x41, 0x81, 0x8d, 0x0a]) },
    { name: "anfuehrung.csv", content: 'a;b\n"offen;1\n' },
    { name: "versperrt.csv", content: "a;b\n" },
    { name: "lang.lua", content: "-- Füllung\n".repeat(60_000) },
    { name: "doppelt.lua", content: "-- erste\n" },
    { name: "doppelt.lua", content: "-- zweite\n" },
    {
      name: "regel.lua",
      content: "on('pumpe', function (wert)\n  if wert > 3\n  write('ventil', true)\nend)\n",
    },
    { name: "mein skript!.lua", content: "-- der Name ist nicht erlaubt\n" },
    { name: "notiz.txt", content: "Diese Datei wird nicht benutzt.\n" },
  ]);
  return markEncrypted(archive, "versperrt.csv");
}

/** What only a spreadsheet full of formulas holds. */
function oddCells(): Promise<Buffer> {
  const formula = "<c><f>2*21</f><v>42</v></c>";
  const neverCalculated = "<c><f>NOW()</f></c>";
  const failed = '<c t="e"><v>#REF!</v></c>';
  return zipOf(
    rawWorkbook({
      sheets: [
        {
          name: "constants",
          data: [
            rawRow(["channel", "value"]),
            rawRow(["formel", formula]),
            rawRow(["unberechnet", neverCalculated]),
            rawRow(["fehlerwert", failed]),
            rawRow(["steuerzeichen", "_x0001_"]),
          ].join(""),
        },
        { name: "http_out", data: "" },
      ],
      externalLink: true,
      macros: true,
    }),
  );
}
