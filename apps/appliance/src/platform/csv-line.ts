/**
 * Lines of tables (RFC 4180) for spreadsheets as they are set up in German-speaking countries: semicolons, a byte order
 * mark at the beginning. Cells that a spreadsheet would take for a formula begin with an apostrophe.
 */
/** No formula, whatever a spreadsheet takes it for. */
const NEGATIVE = /^-\d+(?:,\d+)?$/;

export const CSV_BEGIN = "\uFEFF";

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(";")}\r\n`;
}

function cell(text: string): string {
  const formula = /^[=+\-@\t\r]/.test(text) && !NEGATIVE.test(text);
  const safe = formula ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
