/** Writes archives: for the examples, and for tests that need what no spreadsheet would write. */
import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export interface ZipEntry {
  name: string;
  content: Uint8Array | string;
}

/** The format of DOS stores local time, so a local time gives the same bytes in every zone. */
const FIXED = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/** The same entries give the same bytes, whatever the time and the time zone. */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content } of entries) {
    // Not copied: tests pack the same large content many times.
    const bytes =
      typeof content === "string"
        ? Buffer.from(content)
        : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    zip.addBuffer(bytes, name, FIXED);
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** Sets the flag that says an entry is encrypted, in its own header and in the directory (APPNOTE 4.4.4). */
export function markEncrypted(archive: Buffer, name: string): Buffer {
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf(name); at !== -1; at = changed.indexOf(name, at + 1)) {
    for (const [signature, header, flags] of [
      [0x04034b50, 30, 6],
      [0x02014b50, 46, 8],
    ] as const) {
      const start = at - header;
      if (start < 0 || changed.readUInt32LE(start) !== signature) continue;
      changed.writeUInt16LE(changed.readUInt16LE(start + flags) | 1, start + flags);
    }
  }
  return changed;
}

export interface RawSheet {
  name: string;
  /** Content of `sheetData`. */
  data: string;
  /** What follows `sheetData`. */
  after?: string;
}

export interface RawWorkbook {
  sheets: RawSheet[];
  externalLink?: boolean;
  macros?: boolean;
  /** Content of `sst`. */
  strings?: string;
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** The parts of a workbook whose sheets are given as XML, so that they may hold anything. */
export function rawWorkbook({ sheets, externalLink, macros, strings }: RawWorkbook): ZipEntry[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
  const list = sheets.map((sheet, i) => `<sheet name="${sheet.name}" sheetId="${i + 1}" r:id="s${i}"/>`);
  const related = [
    ...sheets.map((_, i) => relation(`s${i}`, "worksheet", `worksheets/sheet${i}.xml`)),
    externalLink ? relation("x", "externalLink", "externalLinks/externalLink1.xml") : "",
    macros ? relation("m", "vbaProject", "vbaProject.bin") : "",
    strings === undefined ? "" : relation("t", "sharedStrings", "sharedStrings.xml"),
  ];
  const entries = [
    { name: "[Content_Types].xml", content: `<Types xmlns="${PACKAGE}/content-types"/>` },
    { name: "_rels/.rels", content: relations(relation("r", "officeDocument", "xl/workbook.xml")) },
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join("")}</sheets></workbook>`,
    },
    { name: "xl/_rels/workbook.xml.rels", content: relations(related.join("")) },
    ...sheets.map(({ data, after }, i) => ({
      name: `xl/worksheets/sheet${i}.xml`,
      content: `<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData>${after ?? ""}</worksheet>`,
    })),
  ];
  if (strings !== undefined) {
    entries.push({ name: "xl/sharedStrings.xml", content: `<sst xmlns="${MAIN}">${strings}</sst>` });
  }
  return entries;
}

/** A row of texts as inline strings; a cell that begins with `<` is XML as it is. */
export function rawRow(cells: readonly string[]): string {
  const xml = cells.map((cell) =>
    cell.startsWith("<") ? cell : `<c t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;")}</t></is></c>`,
  );
  return `<row>${xml.join("")}</row>`;
}
