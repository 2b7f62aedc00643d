/** Raw values ⇄ values of a channel: type, scale and offset, range. */
import { roundHalfAway, shortestDecimal } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import type { ValueType } from "@hubwart/project";
import { texts as sharedTexts } from "../texts.ts";
import type { Raw } from "./codec.ts";
import type { DataType } from "./columns.ts";
import { rawExactly, scaledExactly } from "./exact.ts";
import type { Item } from "./item.ts";
import { texts } from "./texts.ts";

export interface Reading {
  value: boolean | number | string;
  /** 1 where a 64-bit integer had to be rounded, because numbers hold 53 bits. */
  quality: Quality;
}

/** `undefined` where the device holds no number (NaN or infinity). */
export function readingOf(item: Item, type: ValueType, raw: Raw): Reading | undefined {
  if (typeof raw === "string") return { value: raw, quality: 0 };
  if (typeof raw === "boolean") return { value: type === "bool" ? raw : raw ? 1 : 0, quality: 0 };
  if (typeof raw === "bigint" && type === "string") {
    return { value: scaledExactly(raw, item.scale, item.offset), quality: 0 };
  }
  const number = Number(raw);
  if (!Number.isFinite(number)) return undefined;
  const value = scaled(item, number);
  if (!Number.isFinite(value)) return undefined;
  return { value, quality: typeof raw === "bigint" && !Number.isSafeInteger(number) ? 1 : 0 };
}

function scaled(item: Item, raw: number): number {
  if (item.scale === 1 && item.offset === 0) return raw;
  return shortestDecimal(raw * item.scale + item.offset);
}

const RANGES: Partial<Record<DataType, readonly [bigint, bigint]>> = {
  int16: [-0x8000n, 0x7fffn],
  uint16: [0n, 0xffffn],
  int32: [-0x8000_0000n, 0x7fff_ffffn],
  uint32: [0n, 0xffff_ffffn],
  int64: [-0x8000_0000_0000_0000n, 0x7fff_ffff_ffff_ffffn],
  uint64: [0n, 0xffff_ffff_ffff_ffffn],
};

/** The raw value that stands for a channel's value, or why there is none (German). */
export function rawOf(item: Item, value: unknown): { raw: Raw } | { problem: string } {
  if (item.data === "string") return textRaw(item, value);
  if (item.data === "bool") {
    if (value === true || value === 1) return { raw: true };
    if (value === false || value === 0) return { raw: false };
    return { problem: sharedTexts.allowedBool(shown(value)) };
  }
  if (typeof value === "string") {
    const exact = rawExactly(value, item.scale, item.offset);
    const long = item.data === "int64" || item.data === "uint64";
    if (exact !== undefined && long) return withinRange(item, exact, value);
  }
  const digits = typeof value === "string" && /^-?\d{1,20}$/.test(value);
  const number = typeof value === "boolean" || digits ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) {
    return { problem: sharedTexts.allowedNumber(shown(value)) };
  }
  const raw =
    item.scale === 1 && item.offset === 0 ? number : shortestDecimal((number - item.offset) / item.scale);
  if (item.data === "float32" || item.data === "float64") {
    const fits = Number.isFinite(item.data === "float32" ? Math.fround(raw) : raw);
    return fits ? { raw } : { problem: sharedTexts.tooBigFor(shown(value), item.data) };
  }
  return withinRange(item, BigInt(roundHalfAway(raw)), value);
}

function withinRange(item: Item, whole: bigint, value: unknown): { raw: Raw } | { problem: string } {
  const range = RANGES[item.data];
  if (range && (whole < range[0] || whole > range[1])) {
    const as = item.scale === 1 && item.offset === 0 ? "" : ` (Rohwert ${whole})`;
    return {
      problem: texts.outOfRange(shown(value), as, item.data, range[0], range[1]),
    };
  }
  return { raw: item.data === "int64" || item.data === "uint64" ? whole : Number(whole) };
}

function textRaw(item: Item, value: unknown): { raw: Raw } | { problem: string } {
  if (typeof value !== "string") return { problem: sharedTexts.allowedText(shown(value)) };
  const bytes = Buffer.byteLength(value, "utf8");
  return bytes <= item.length ? { raw: value } : { problem: texts.textTooLong(bytes, item.length) };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nichts";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
