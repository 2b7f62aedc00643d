/** The cell `limit`: what an alarm compares with, written down or by the name of a channel or constant. */

import { ALARM_COLUMNS } from "../alarm-tables.ts";
import { alarmKinds } from "../catalogue/alarms.ts";
import type { Draft } from "../check/draft.ts";
import { parseNumber } from "../check/numbers.ts";
import { knownType, REFERENCE, typeOfName } from "../check/references.ts";
import type { ViewRow } from "../check/table-view.ts";
import { valueOfType } from "../check/values.ts";
import type { AlarmKind, AlarmTerm, ValueType } from "../compiled.ts";
import { cellText } from "../read/table.ts";
import { CONSTANT_TYPE, METER_TYPE, SCHEDULE_TYPE } from "../tables.ts";
import { KINDS } from "./kinds.ts";
import { texts } from "./texts.ts";

/** @param types what the limit may be; undefined where that hangs on a source that is not known */
export function readLimits(
  row: ViewRow,
  kind: AlarmKind,
  types: readonly ValueType[] | undefined,
  draft: Draft,
): AlarmTerm[] | undefined {
  const text = limitText(row);
  const { parts } = KINDS[kind];
  if (parts === 0) {
    if (text !== undefined) row.fail(alarmKinds.limitUnwanted, "limit", { kind });
    return undefined;
  }
  const words = text === undefined ? [] : parts === 1 ? [text] : text.split(";").map((word) => word.trim());
  if (words.length !== parts || words.includes("")) {
    // A cell that is filled and gave no text has been reported.
    if (text !== undefined || !row.filled("limit")) {
      const form = kind === "outside" || kind === "deviation" ? texts.forms[kind] : texts.forms.one;
      row.fail(alarmKinds.limitNeeded, "limit", { kind, form });
    }
    return undefined;
  }
  if (!types) return undefined;
  const terms: AlarmTerm[] = [];
  for (const word of words) {
    const term = termOf(row, word, types, draft);
    if (term !== undefined) terms.push(term);
  }
  if (terms.length < words.length) return undefined;
  checkNumbers(row, kind, terms, words);
  return terms;
}

/** A number in a cell reads as people see it: `1,5`. */
function limitText(row: ViewRow): string | undefined {
  const text = row.text("limit", ALARM_COLUMNS.limit);
  const plain = row.plain("limit");
  return text !== undefined && typeof plain === "number" ? cellText(plain) : text;
}

function termOf(
  row: ViewRow,
  word: string,
  types: readonly ValueType[],
  draft: Draft,
): AlarmTerm | undefined {
  if (types.includes("string")) {
    const [type = ""] = word.split(".");
    const name =
      REFERENCE.test(word) &&
      (draft.types.has(type) || [CONSTANT_TYPE, METER_TYPE, SCHEDULE_TYPE].includes(type));
    return name || knownType(word, draft) ? reference(row, word, types, draft) : word;
  }
  if (types.includes("bool")) {
    return valueOfType(word, "bool") ?? reference(row, word, types, draft);
  }
  const number = parseNumber(word, row.pointIsDecimal);
  if (number === "ambiguous") {
    row.fail("ambiguousNumber", "limit", { column: "limit", value: word.slice(0, 60) });
    return undefined;
  }
  return number !== undefined && Number.isFinite(number) ? number : reference(row, word, types, draft);
}

function reference(
  row: ViewRow,
  word: string,
  types: readonly ValueType[],
  draft: Draft,
): AlarmTerm | undefined {
  if (!REFERENCE.test(word)) {
    row.fail(alarmKinds.badLimit, "limit", {
      part: word.slice(0, 60),
      form: types.includes("bool") ? texts.forms.bool : texts.forms.number,
    });
    return undefined;
  }
  const type = typeOfName(row, "limit", word, draft);
  if (type === undefined) return undefined;
  if (types.includes(type)) return { chan: word };
  row.fail(alarmKinds.limitType, "limit", { value: word, type, types: [...types] });
  return undefined;
}

function checkNumbers(
  row: ViewRow,
  kind: AlarmKind,
  terms: readonly AlarmTerm[],
  words: readonly string[],
): void {
  const [min, max] = terms;
  if (kind === "outside" && typeof min === "number" && typeof max === "number" && min >= max)
    row.fail(alarmKinds.limitOrder, "limit", { min, max });
  const { positive } = KINDS[kind];
  const term = positive === undefined ? undefined : terms[positive];
  if (positive !== undefined && typeof term === "number" && term <= 0)
    row.fail(alarmKinds.limitNotPositive, "limit", { part: (words[positive] ?? "").slice(0, 60) });
}
