/**
 * Corrected values as people write them: `time;value`, line by line (RFC 4180 with semicolons), at most `LIMITS.correctionRows`.
 *
 *     readRows(text, zone)      // [[1764072000000, 21.5], …]
 *
 * A time without an offset is that of the device. What its clock had twice, or not at all, is refused.
 */
import { LIMITS } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import type { Zone } from "@hubwart/schedule";
import { texts } from "./texts.ts";

export type Row = [time: number, value: number | boolean];

const LINE = /^(?:"([^";]{1,60})"|([^";]{1,60}));(?:"([^";]{1,60})"|([^";]{1,60}))$/;
const HEAD = /^"?(time|zeit|zeitpunkt)"?;"?(value|wert)"?$/i;
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?\s?(Z|[+-]\d\d:?\d\d)?$/;
const GERMAN =
  /^(\d{1,2})\.(\d{1,2})\.(\d{4}),? (\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,3}))?)?\s?(Z|[+-]\d\d:?\d\d)?$/;
const NUMBER = /^[+-]?\d{1,18}(?:[.,]\d{1,18})?(?:[eE][+-]?\d{1,3})?$/;
const YES = /^(true|wahr|ja)$/i;
const NO = /^(false|falsch|nein)$/i;
const DAY = 86_400_000;

/** @throws InvalidInputError naming the line */
export function readRows(text: string, zone: Zone): Row[] {
  const rows: Row[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || (at === 0 && HEAD.test(line.trim()))) continue;
    if (rows.length >= LIMITS.correctionRows) throw refused(texts.manyRows(LIMITS.correctionRows));
    const [, quotedTime, time, quotedValue, value] = LINE.exec(line.trim()) ?? [];
    const read = readTime(quotedTime ?? time ?? "", zone);
    if (typeof read === "string") throw refused(texts.line(at + 1, read));
    const found = readValue((quotedValue ?? value ?? "").trim());
    if (found === undefined) throw refused(texts.line(at + 1, texts.noValue));
    rows.push([read, found]);
  }
  return rows;
}

const refused = (message: string) => new InvalidInputError([{ field: "newfile", message }]);

function readValue(text: string): number | boolean | undefined {
  if (YES.test(text)) return true;
  if (NO.test(text)) return false;
  const value = NUMBER.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** @returns ms since the epoch, or German why it is none */
export function readTime(text: string, zone: Zone): number | string {
  const parts = partsOf(text.trim());
  if (!parts) return texts.noTime;
  const { offset, wall } = parts;
  if (offset !== undefined) return wall - offset >= 0 ? wall - offset : texts.noTime;
  const offsets = new Set([wall - DAY, wall + DAY].map((near) => zone.offsetAt(near)));
  const found = [...offsets].map((ahead) => wall - ahead).filter((at) => at + zone.offsetAt(at) === wall);
  const [instant] = found;
  if (instant === undefined) return texts.skipped;
  if (found.length > 1) return texts.twice;
  return instant >= 0 ? instant : texts.noTime;
}

/** The clock as it was read, as if it was of UTC, and how far it is ahead of UTC where that is said. */
function partsOf(text: string): { wall: number; offset: number | undefined } | undefined {
  const iso = ISO.exec(text);
  const found = iso ?? GERMAN.exec(text);
  if (!found) return undefined;
  const [first = 0, month = 0, last = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const [year, day] = iso ? [first, last] : [last, first];
  const wall =
    Date.UTC(year, month - 1, day, hour, minute, second) + Number((found[7] ?? "0").padEnd(3, "0"));
  const there = new Date(wall);
  const real =
    there.getUTCMonth() === month - 1 &&
    there.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return real && year >= 1970 ? { wall, offset: offsetOf(found[8]) } : undefined;
}

function offsetOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -ms : ms;
}
