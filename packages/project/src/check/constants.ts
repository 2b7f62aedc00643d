import type { CompiledConstant, ValueType } from "../compiled.ts";
import { fullConstant } from "../full-names.ts";
import type { SheetTable } from "../read/table.ts";
import { placeText } from "../report.ts";
import { BASIC_TABLES, CONSTANT_COLUMNS } from "../tables.ts";
import type { Draft } from "./draft.ts";
import { shapeFrom } from "./shapes.ts";
import { TableView, type ViewRow } from "./table-view.ts";
import { columnOfType, type NumberRange, parseJson, typeOfCell } from "./values.ts";

const SHAPE = shapeFrom(BASIC_TABLES.constants);

/** The `constants` table: values that links can start from. */
export function checkConstants(tables: readonly SheetTable[], draft: Draft): void {
  for (const table of tables) {
    const view = TableView.open(table, "constants", SHAPE, draft.report);
    for (const row of view.rows()) {
      const given = row.text("channel", CONSTANT_COLUMNS.channel);
      const chan = given === undefined ? undefined : fullConstant(given);
      row.channel = chan ?? "";
      if (given !== undefined && chan === undefined) {
        row.fail("badConstant", "channel", { value: given.slice(0, 80) });
      }
      const earlier = chan === undefined ? undefined : draft.constants.get(chan);
      if (earlier) row.fail("duplicateConstant", "channel", { first: placeText(earlier.place) });
      const label = row.text("label", CONSTANT_COLUMNS.label);
      const chosen = row.read("type", CONSTANT_COLUMNS.type) as ValueType | undefined;
      const type = chosen ?? typeOfCell(row.plain("value") ?? "", table.pointIsDecimal);
      const range = readRange(row, type);
      const value = readValue(row, type, range);
      if (chan === undefined || earlier) continue;
      if (!row.ok) {
        draft.brokenNames.add(chan);
        continue;
      }
      const constant: CompiledConstant = { chan, type, value, ...range };
      if (label !== undefined) constant.label = label;
      draft.constants.set(chan, { constant, place: row.place });
    }
    view.finish();
  }
}

function readRange(row: ViewRow, type: ValueType): { min?: number; max?: number } {
  const range: { min?: number; max?: number } = {};
  for (const end of ["min", "max"] as const) {
    const value = row.read(end, CONSTANT_COLUMNS[end]);
    if (typeof value !== "number") continue;
    if (type === "int" || type === "float") range[end] = value;
    else row.fail("rangeOfNoNumber", end, { type });
  }
  const { min, max } = range;
  if (min !== undefined && max !== undefined && min > max) row.fail("emptyRange", "max", { min, max });
  return range;
}

function readValue(row: ViewRow, type: ValueType, range: NumberRange): unknown {
  const value = row.read("value", columnOfType(type, CONSTANT_COLUMNS.value, range));
  if (type !== "json" || value === undefined) return value;
  const json = parseJson(String(value));
  if (json === undefined) row.fail("badConstantValue", "value", { value: String(value).slice(0, 60), type });
  return json;
}
