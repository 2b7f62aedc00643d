/** One CSV file as a table; its name is the file's name. */
import { parse } from "csv-parse/sync";
import { texts } from "../texts.ts";
import { type Budget, ReadProblem } from "./budget.ts";
import { decodeText } from "./decode.ts";
import { READ_LIMITS } from "./limits.ts";
import type { Cell, SheetTable, TableRow } from "./table.ts";

export function readCsv(bytes: Uint8Array, file: string, name: string, budget: Budget): SheetTable {
  const decoded = decodeText(bytes);
  if (decoded === undefined) throw new ReadProblem("undecodable", {});
  // Excel names its delimiter in a first line of its own.
  const named = /^sep=(.)\r?\n/.exec(decoded);
  const text = named ? decoded.slice(named[0].length) : decoded;
  const firstLine = named ? 2 : 1;
  const delimiter = named?.[1] ?? guessDelimiter(text);
  const rows: TableRow[] = [];
  budget.table(name);
  try {
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ["\r\n", "\n", "\r"],
      max_record_size: READ_LIMITS.columns * READ_LIMITS.cellLength,
      on_record: (record: string[], context: { lines: number }) => {
        const cells = plainCells(record, budget);
        if (cells.length > 0) {
          budget.row(cells.length);
          rows.push({ line: context.lines + firstLine - 1, cells });
        }
        return null;
      },
    });
  } catch (error) {
    if (error instanceof ReadProblem) throw error;
    throw new ReadProblem("brokenCsv", { what: faultText(error) });
  }
  return { file, name, hidden: false, rows, pointIsDecimal: delimiter === ",", mergedAcross: [] };
}

/** Without the empty cells at the end. */
function plainCells(record: readonly string[], budget: Budget): Cell[] {
  let length = record.length;
  while (length > 0 && (record[length - 1] ?? "").trim() === "") length -= 1;
  if (length > READ_LIMITS.columns) throw new ReadProblem("tooManyCells", {});
  const cells: Cell[] = [];
  for (let i = 0; i < length; i++) {
    const text = record[i] ?? "";
    budget.text(text.length);
    cells.push(text.trim() === "" ? null : text);
  }
  return cells;
}

/** The candidate that occurs most often in the first line with content, outside of quotes. */
function guessDelimiter(text: string): string {
  const start = text.search(/\S/);
  const bare = text.slice(Math.max(0, start), Math.max(0, start) + 4096).replace(/"[^"]*"/g, "");
  const line = bare.split(/\r?\n|\r/, 1)[0] ?? "";
  let best = ";";
  let most = 0;
  for (const candidate of [";", ",", "\t"]) {
    const count = line.split(candidate).length - 1;
    if (count > most) [best, most] = [candidate, count];
  }
  return best;
}

function faultText(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const line = error instanceof Error && "lines" in error ? texts.lineOf(String(error.lines)) : "";
  switch (code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return texts.quoteOpen(line);
    case "CSV_INVALID_CLOSING_QUOTE":
    case "INVALID_OPENING_QUOTE":
      return texts.quoteMisplaced(line);
    case "CSV_MAX_RECORD_SIZE":
      return texts.lineTooLong(line);
    default:
      return texts.notReadableAt(line);
  }
}
