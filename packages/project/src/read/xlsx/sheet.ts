/**
 * One worksheet (ECMA-376 part 1, 18.3). Rows are kept as soon as they are complete; rows without
 * content cost nothing, so a sheet formatted down to its last row is read like a short one.
 */
import { type Budget, ReadProblem } from "../budget.ts";
import { READ_LIMITS } from "../limits.ts";
import type { Cell, FormulaResult, TableRow } from "../table.ts";
import { attributesOf, type XmlHandler } from "../xml.ts";
import { type MergedRange, parseRange } from "./merges.ts";
import { unescapeText } from "./shared-strings.ts";
import { serialToIso } from "./styles.ts";

export interface SheetContext {
  strings: readonly string[];
  /** By cell style: shows a date. */
  isDate: readonly boolean[];
  from1904: boolean;
  budget: Budget;
}

export interface SheetContent {
  rows: TableRow[];
  merges: MergedRange[];
}

/** As much of a formula as is needed to tell what it is. */
const FORMULA_KEPT = 40;

export function sheetReader(context: SheetContext, into: SheetContent): XmlHandler {
  let inData = false;
  let line = 0;
  let cells: Cell[] = [];
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let formula: string | undefined;
  let inFormula = false;
  let capture = false;
  let inPhonetic = false;

  const cell = (raw: string) => {
    column += 1;
    type = "n";
    style = 0;
    value = "";
    formula = undefined;
    for (const [name, text] of attributesOf(raw)) {
      if (name === "r") column = columnOf(text) ?? column;
      else if (name === "t") type = text;
      else if (name === "s") style = Number(text);
    }
  };

  const finishCell = () => {
    const result = plainOrOdd(type, value, style, context);
    // A formula whose result is an empty text is an empty cell; one without any result was never calculated.
    // LibreOffice writes plain booleans as the formulas TRUE() and FALSE().
    const calculated =
      formula !== undefined && !/^(TRUE|FALSE)\(\)$/.test(formula) && !(result === null && type === "str");
    const content: Cell = calculated ? { odd: "formula", value: result } : result;
    if (content === null) return;
    if (column >= READ_LIMITS.columns) throw new ReadProblem("tooManyCells", {});
    while (cells.length < column) cells.push(null);
    cells[column] = content;
  };

  const finishRow = () => {
    if (cells.length === 0) return;
    context.budget.row(cells.length);
    into.rows.push({ line, cells });
    cells = [];
  };

  return {
    open(name, raw) {
      if (!inData) {
        if (name === "sheetData") inData = true;
        else if (name === "mergeCell" && into.merges.length < READ_LIMITS.merges) {
          const range = parseRange(attributesOf(raw).get("ref") ?? "");
          if (range) into.merges.push(range);
        }
        return;
      }
      switch (name) {
        case "row": {
          const given = Number(attributesOf(raw).get("r"));
          line = Number.isSafeInteger(given) && given > 0 ? given : line + 1;
          column = -1;
          break;
        }
        case "c":
          cell(raw);
          break;
        case "v":
          value = "";
          capture = true;
          break;
        case "t":
          capture = !inPhonetic;
          break;
        case "f":
          formula = "";
          inFormula = true;
          break;
        case "rPh":
          inPhonetic = true;
          break;
        default:
      }
    },
    text(piece) {
      if (inFormula) {
        if (formula !== undefined && formula.length < FORMULA_KEPT) formula += piece;
      } else if (capture && value.length < READ_LIMITS.cellLength) value += piece;
    },
    close(name) {
      switch (name) {
        case "sheetData":
          inData = false;
          break;
        case "row":
          if (inData) finishRow();
          break;
        case "c":
          if (inData) finishCell();
          break;
        case "v":
        case "t":
          capture = false;
          break;
        case "f":
          inFormula = false;
          break;
        case "rPh":
          inPhonetic = false;
          break;
        default:
      }
    },
  };
}

/** Cell types of ECMA-376 part 1, 18.18.11. Blank texts count as empty. */
function plainOrOdd(type: string, value: string, style: number, context: SheetContext): FormulaResult {
  switch (type) {
    case "s": {
      const text = context.strings[Number(value)] ?? "";
      return text.trim() === "" ? null : text;
    }
    case "str":
    case "inlineStr": {
      if (value.trim() === "") return null;
      context.budget.text(value.length);
      return unescapeText(value);
    }
    case "b":
      return value === "" ? null : value === "1" || value === "true";
    case "e":
      return { odd: "error", text: value.slice(0, 40) };
    case "d":
      return value === "" ? null : { odd: "date", text: value.slice(0, 40) };
    default: {
      if (value === "") return null;
      const number = Number(value);
      if (!Number.isFinite(number)) return value;
      if (context.isDate[style] === true) {
        const text = serialToIso(number, context.from1904);
        if (text !== undefined) return { odd: "date", text };
      }
      return number;
    }
  }
}

/** 0-based column of a reference such as `AB12`. */
function columnOf(reference: string): number | undefined {
  let column = 0;
  let i = 0;
  for (; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
    if (column > 16_384) throw new ReadProblem("tooManyCells", {});
  }
  return i === 0 ? undefined : column - 1;
}
