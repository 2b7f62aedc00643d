/**
 * A table as CSV that Excel and the compiler read alike: semicolons, decimal commas, UTF-8 with its mark (without one Excel takes
 * umlauts for something else). Lines end as git likes them.
 */

import type { PodSchema } from "../pod-schema.ts";
import { cellText } from "../read/table.ts";
import { arrange } from "./arrange.ts";
import type { TableInput } from "./raw-of.ts";

export function csvText(table: TableInput, schemas: readonly PodSchema[]): string {
  const lines: string[] = [];
  let before = 0;
  const { rows } = arrange(table, schemas);
  // As Excel writes them, and as GitHub shows them: all of one width.
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  for (const [index, { cells, line = before + 1 }] of rows.entries()) {
    const texts = Array.from({ length: width }, (_, column) => cellText(cells[column]));
    const breaks = texts.join("").split("\n").length - 1;
    // One empty line, where there were some: people set groups apart by them.
    if (index > 0 && line - before - 1 - breaks > 0) lines.push("");
    before = line;
    lines.push(texts.map((text) => quoted(text, index === 0)).join(";"));
  }
  return `\ufeff${lines.map((line) => `${line}\n`).join("")}`;
}

/** By the first line a reader guesses what separates cells. */
function quoted(text: string, first: boolean): string {
  const needs = first ? /[;,\t"\r\n]|^sep=/ : /[;"\r\n]/;
  return needs.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
