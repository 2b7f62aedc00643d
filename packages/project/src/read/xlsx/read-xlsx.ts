import type { Report } from "../../report.ts";
import type { Budget } from "../budget.ts";
import type { SheetTable } from "../table.ts";
import type { Archive } from "../zip.ts";
import { fillMerged, rangeText } from "./merges.ts";
import { readPart, workbookParts } from "./package-parts.ts";
import { sharedStrings } from "./shared-strings.ts";
import { type SheetContent, sheetReader } from "./sheet.ts";
import { cellStyles } from "./styles.ts";

/**
 * The sheets of a workbook as tables. Sheets that `wanted` refuses are handed back without rows and
 * are not unpacked. Throws ReadProblem for what cannot be read.
 */
export async function readXlsx(
  archive: Archive,
  file: string,
  options: { wanted: (sheet: string) => boolean; budget: Budget; report: Report },
): Promise<SheetTable[]> {
  const { budget, report } = options;
  const parts = await workbookParts(archive, budget);
  if (parts.externalLinks) report.add("externalLinks", { file }, {});
  if (parts.macros) report.add("macros", { file }, {});

  const isDate: boolean[] = [];
  if (parts.styles !== undefined) await readPart(archive, parts.styles, cellStyles(isDate));
  const strings: string[] = [];
  if (parts.strings !== undefined) await readPart(archive, parts.strings, sharedStrings(strings, budget));

  const tables: SheetTable[] = [];
  for (const sheet of parts.sheets) {
    const content: SheetContent = { rows: [], merges: [] };
    if (options.wanted(sheet.name)) {
      budget.table(sheet.name);
      const context = { strings, isDate, from1904: parts.from1904, budget };
      await readPart(archive, sheet.part, sheetReader(context, content));
      fillMerged(content.rows, content.merges);
    }
    tables.push({
      file,
      name: sheet.name,
      hidden: sheet.hidden,
      rows: content.rows,
      pointIsDecimal: false,
      mergedAcross: content.merges
        .filter((merge) => merge.lastColumn > merge.firstColumn)
        .map((merge) => ({ line: merge.firstLine, range: rangeText(merge) })),
    });
  }
  return tables;
}
