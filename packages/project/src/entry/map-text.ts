/** The mapping of a link as its cell has it: `0=aus;1=an;*=?`, or JSON where blanks at the ends count. */
import { valueOfType } from "../check/values.ts";
import type { CompiledLink, ValueType } from "../compiled.ts";
import { parseMapping } from "../link/mapping.ts";

export function mapText(map: NonNullable<CompiledLink["map"]>, source: ValueType, target: ValueType): string {
  const pairs = Object.entries(map).map(
    ([key, value]) => [written(key, source), written(String(value), target)] as const,
  );
  const plain = pairs.map((pair) => pair.map(escaped).join("=")).join(";");
  const read = parseMapping(plain);
  const same =
    !("bad" in read) &&
    read.length === pairs.length &&
    read.every(([key, value], at) => key === pairs[at]?.[0] && value === pairs[at]?.[1]);
  return same ? plain : JSON.stringify(Object.fromEntries(pairs));
}

/** A lone dot before three digits is no decimal point to everybody. */
function written(text: string, type: ValueType): string {
  if (type !== "int" && type !== "float") return text;
  return valueOfType(text, type) === undefined ? text.replace(".", ",") : text;
}

const escaped = (text: string) => text.replace(/[\\=;\n]|^\{/g, "\\$&");
