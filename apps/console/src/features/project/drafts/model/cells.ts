/** Cells as people read and type them, and what of them goes over the clipboard. */
import type { DraftCell } from "@hubwart/contract";

export const MASK = "••••";

export const isSecret = (cell: DraftCell | undefined): cell is { secret: string } =>
  typeof cell === "object" && cell !== null;

/** Numbers with a decimal comma; a password is never shown. */
export function cellText(cell: DraftCell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (isSecret(cell)) return MASK;
  if (typeof cell === "boolean") return cell ? "ja" : "nein";
  return typeof cell === "number" ? String(cell).replace(".", ",") : cell;
}

export const isEmpty = (cell: DraftCell | undefined): boolean =>
  cell === null || cell === undefined || cell === "";

/** What was typed; the compiler reads numbers out of texts. What was not changed stays as it was. */
export function typedCell(text: string, before: DraftCell | undefined): DraftCell {
  if (text === cellText(before)) return before ?? null;
  return text === "" ? null : text;
}

/** As spreadsheets put it on the clipboard (`text/plain`). */
export function blockText(block: readonly (readonly DraftCell[])[]): string {
  return block.map((row) => row.map((cell) => quoted(cellText(cell))).join("\t")).join("\n");
}

const quoted = (text: string): string => (/["\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The reverse, for what any spreadsheet put there. */
export function textBlock(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell);
    const mark = text[end];
    at = end + (mark === "\r" && text[end + 1] === "\n" ? 2 : 1);
    if (mark === "\t" && end === text.length - 1) row.push("");
    if (mark !== "\t") {
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function plainCell(text: string, at: number): { cell: string; end: number } {
  const length = text.slice(at, at + 100_000).search(/[\t\r\n]/);
  const end = length === -1 ? text.length : at + length;
  return { cell: text.slice(at, end), end };
}

function quotedCell(text: string, at: number): { cell: string; end: number } {
  let end = at + 1;
  for (;;) {
    end = text.indexOf('"', end);
    if (end === -1) return { cell: text.slice(at), end: text.length };
    if (text[end + 1] === '"') end += 2;
    else break;
  }
  const next = text[end + 1];
  // A quotation mark that only begins a word is one of the text.
  if (next !== undefined && !"\t\r\n".includes(next)) return plainCell(text, at);
  return { cell: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 };
}
