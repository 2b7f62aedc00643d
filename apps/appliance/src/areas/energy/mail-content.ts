/** The report of a month as people get it by e-mail: what the main meters say, and the workbook beside it. */
import { ATTACHMENT_BYTES_MAX, type MailOrder } from "@hubwart/runtime/methods";
import type { ReportFacts } from "./report.ts";
import { texts } from "./texts.ts";

const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** Meters that are named in the text. */
const LINES = 20;

export function mailOf(facts: ReportFacts, workbook: Uint8Array): Omit<MailOrder, "key" | "to"> {
  const { name, period } = facts;
  const month = monthText(period);
  const fits = workbook.length <= ATTACHMENT_BYTES_MAX;
  const lines = mainMeters(facts);
  const attachment = {
    name: texts.report(period),
    type: TYPE,
    content: Buffer.from(workbook).toString("base64"),
  };
  return {
    subject: texts.mail.subject(name, month).slice(0, 200),
    text: texts.mail.text(name, month, lines, fits).slice(0, 16_000),
    ...(fits ? { attachment } : {}),
  };
}

function mainMeters({ before, meters, now }: ReportFacts): string[] {
  const sums = new Map(now.meters.map((one) => [one.id, one.total.amount]));
  const old = new Map(before.meters.map((one) => [one.id, one.total.amount]));
  return meters
    .filter(({ kind, parent }) => parent === undefined && kind !== "temperature")
    .slice(0, LINES)
    .map(({ id, label, unit }) => {
      const [amount, earlier] = [sums.get(id) ?? null, old.get(id) ?? null];
      const change = amount === null || !earlier ? undefined : (amount / earlier - 1) * 100;
      return texts.mail.line(label ?? id, amount === null ? undefined : `${number(amount)} ${unit}`, change);
    });
}

const number = (value: number): string => value.toLocaleString("de-DE", { maximumFractionDigits: 1 });

/** `Oktober 2026` */
function monthText(period: string): string {
  return new Date(`${period}-01T00:00:00Z`).toLocaleDateString("de-DE", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
