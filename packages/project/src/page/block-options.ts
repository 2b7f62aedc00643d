/** What a block is given besides its source and its place; each column belongs to some kinds. */
import { pageKinds } from "../catalogue/pages.ts";
import type { Draft } from "../check/draft.ts";
import { knownType, typeOfName } from "../check/references.ts";
import type { ViewRow } from "../check/table-view.ts";
import { valueOfType } from "../check/values.ts";
import type { CompiledBlock, PageBlock } from "../compiled.ts";
import { parseMapping } from "../link/mapping.ts";
import { PAGE_COLUMNS } from "../page-tables.ts";

/** Kinds that a column means something to. */
const COLUMNS = {
  actual: ["setpoint", "switch"],
  decimals: ["value", "setpoint", "list", "plan", "trend"],
  min: ["setpoint"],
  max: ["setpoint"],
  step: ["setpoint"],
  choices: ["switch"],
  confirm: ["setpoint", "switch"],
} as const satisfies Record<string, readonly PageBlock[]>;

type Options = Pick<CompiledBlock, keyof typeof COLUMNS>;

export function readOptions(
  row: ViewRow,
  kind: PageBlock,
  source: string | undefined,
  draft: Draft,
): Options {
  for (const [column, kinds] of Object.entries(COLUMNS)) {
    if (row.filled(column) && !(kinds as readonly string[]).includes(kind) && !isNo(row, column))
      row.fail(pageKinds.blockColumn, column, { kind, column });
  }
  const number = (name: "min" | "max" | "step" | "decimals") =>
    row.read(name, PAGE_COLUMNS[name]) as number | undefined;
  const [min, max, step, decimals] = [number("min"), number("max"), number("step"), number("decimals")];
  if (min !== undefined && max !== undefined && min >= max)
    row.fail(pageKinds.limitsReversed, "min", { min, max });
  if (step !== undefined && step <= 0) row.fail(pageKinds.badStep, "step", {});
  const actual = row.text("actual", PAGE_COLUMNS.actual);
  if (actual !== undefined) typeOfName(row, "actual", actual, draft);
  const confirm = row.read("confirm", PAGE_COLUMNS.confirm) === true;
  const choices = kind === "switch" ? readChoices(row, source, draft) : undefined;
  return {
    ...(actual === undefined ? {} : { actual }),
    ...(decimals === undefined ? {} : { decimals }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(step === undefined ? {} : { step }),
    ...(choices === undefined ? {} : { choices }),
    ...(confirm ? { confirm } : {}),
  };
}

/** A "no" in a column says what holds anyway. */
const isNo = (row: ViewRow, column: string): boolean =>
  column === "confirm" && row.read("confirm", PAGE_COLUMNS.confirm) === false;

function readChoices(row: ViewRow, source: string | undefined, draft: Draft): CompiledBlock["choices"] {
  const text = row.text("choices", PAGE_COLUMNS.choices);
  const type = source === undefined ? undefined : knownType(source, draft);
  if (type === undefined || type === "json") return undefined;
  if (text === undefined) {
    if (type !== "bool") row.fail(pageKinds.choicesNeeded, "choices", { type });
    return undefined;
  }
  const pairs = parseMapping(text);
  if ("bad" in pairs) {
    row.fail(pageKinds.badChoices, "choices", { part: pairs.bad });
    return undefined;
  }
  const choices: NonNullable<CompiledBlock["choices"]> = [];
  for (const [key, label] of pairs) {
    const value = valueOfType(key, type);
    if (value === undefined || label === "" || choices.some(([other]) => other === value)) {
      row.fail(pageKinds.badChoices, "choices", { part: key.slice(0, 40) });
      return undefined;
    }
    choices.push([value, label]);
  }
  return choices;
}
