/** The compiler's list as rows, and as text for an e-mail or a ticket. */
import { projectTexts } from "../../../texts/index.ts";
import type { ProjectError } from "../run/run-state.ts";

const texts = projectTexts.errors;

export interface ErrorRow extends ProjectError {
  key: string;
  file: string;
  table: string;
  /** NaN if the entry belongs to no line. */
  line: number;
  /** Heading that it stands below. */
  sheet: string;
}

/** Splits Ref, `file|table|line`, of which any part may be empty. The list comes sheet by sheet. */
export function errorRows(errors: readonly ProjectError[]): ErrorRow[] {
  const places = errors.map(({ Ref }) => Ref.split("|"));
  const manyFiles = new Set(places.map(([file]) => file)).size > 1;
  return errors.map((error, index) => {
    const [file = "", table = "", line = ""] = places[index] ?? [];
    const sheet = sheetText(file, table, manyFiles);
    return { ...error, key: String(index), file, table, line: Number.parseInt(line, 10), sheet };
  });
}

function sheetText(file: string, table: string, manyFiles: boolean): string {
  if (table === "") return file === "" || !manyFiles ? texts.wholeFile : file;
  return manyFiles ? texts.sheetOf(file, table) : texts.sheet(table);
}

/** One block a sheet, one paragraph an entry. */
export function errorText(rows: readonly ErrorRow[]): string {
  const blocks: string[] = [];
  let sheet: string | undefined;
  for (const row of rows) {
    if (row.sheet !== sheet) blocks.push(row.sheet);
    sheet = row.sheet;
    const place = [Number.isNaN(row.line) ? "" : texts.lineOf(row.line), row.Channel, row.Attribute];
    const head = [`${texts.levels[row.Level]} ${row.ErrCode}`, ...place].filter(Boolean).join(", ");
    blocks.push([`${head}: ${row.ErrText}`, row.Hint].filter(Boolean).join("\n  "));
  }
  return `${blocks.join("\n\n")}\n`;
}
