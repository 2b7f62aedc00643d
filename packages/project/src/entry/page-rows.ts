/** Blocks of pages as rows. */
import type { CompiledBlock } from "../compiled.ts";
import { SCHEDULE_TYPE } from "../tables.ts";
import type { Row } from "./cells.ts";

export const pageRows = (blocks: readonly CompiledBlock[]): Row[] => blocks.map(blockCells);

/** By column. */
export function blockCells({ choices, confirm, source, ...block }: CompiledBlock): Row {
  return {
    ...block,
    source: block.block === "schedule" ? source?.slice(SCHEDULE_TYPE.length + 1) : source,
    choices: choices && choicesText(choices),
    confirm: confirm && "ja",
  };
}

function choicesText(choices: NonNullable<CompiledBlock["choices"]>): string {
  return choices.map(([value, label]) => `${escaped(numberText(value))}=${escaped(label)}`).join(";");
}

/** A lone dot before three digits is no decimal point to everybody. */
const numberText = (value: string | number | boolean): string =>
  typeof value === "number" ? String(value).replace(".", ",") : String(value);
const escaped = (text: string) => text.replace(/[\\=;\n]|^\{/g, "\\$&");
