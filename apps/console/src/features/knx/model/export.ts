/** Telegrams as CSV: semicolons, as spreadsheets in German expect, and no cell that a spreadsheet would calculate. */
import { knxTexts } from "../../../texts/index.ts";
import type { Telegram } from "../api/knx.ts";

const texts = knxTexts.monitor;

export function telegramsCsv(rows: readonly Telegram[]): string {
  const columns = texts.columns;
  const head = [
    columns.ts,
    columns.dir,
    columns.source,
    columns.target,
    columns.service,
    columns.dpt,
    columns.value,
    columns.data,
    columns.problem,
  ];
  const lines = rows.map(({ ts, dir, source, target, service, dpt, value, unit, data, problem }) => [
    new Date(ts).toISOString(),
    texts.dir[dir],
    source,
    target,
    texts.services[service],
    dpt ?? "",
    value === undefined ? "" : `${value}${unit === undefined ? "" : ` ${unit}`}`,
    data,
    problem ?? "",
  ]);
  return `\uFEFF${[head, ...lines].map((cells) => cells.map(cell).join(";")).join("\r\n")}\r\n`;
}

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text.split(" ")[0])) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
