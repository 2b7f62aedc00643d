/** One field of a datapoint type: bits to a value and back. */

import { texts } from "../texts.ts";
import type { BitReader, BitWriter } from "./bits.ts";
import { clean, FLOAT16_INVALID, float16Of, float16Raw, shortest32, signed } from "./numbers.ts";
import type { Field } from "./types.ts";

export type FieldValue = boolean | number | string;
export type Result<T> = { value: T } | { problem: string };

export function readField(field: Field, bits: BitReader): Result<FieldValue> {
  if (field.kind === "text") return { value: textOf(field, bits.rest()) };
  const raw = bits.take(field.bits);
  switch (field.kind) {
    case "bit":
      return { value: raw === 1n };
    case "float":
      return floatOf(field.bits, Number(raw));
    case "signed":
      return { value: scaled(signed(raw, field.bits), field.factor) };
    case "unsigned":
    case "code":
    case "unused":
      return { value: scaled(raw, field.factor) };
  }
}

/** A whole number beyond 2^53 stays exact as text. */
function scaled(raw: bigint, factor: number): number | string {
  const number = Number(raw);
  if (factor === 1) return Number.isSafeInteger(number) ? number : raw.toString();
  const value = number * factor;
  return Number.isInteger(factor) ? value : Number(value.toFixed(factor < 0.01 ? 6 : 2));
}

function floatOf(bits: number, raw: number): Result<number> {
  if (bits === 16) {
    if (raw === FLOAT16_INVALID) return { problem: texts.invalidBySender };
    return { value: float16Of(raw) };
  }
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(raw);
  const value = buffer.readFloatBE();
  if (!Number.isFinite(value)) return { problem: texts.notANumber };
  return { value: shortest32(value) };
}

function textOf(field: Field, bytes: Buffer): string {
  const end = bytes.indexOf(0);
  const used = end < 0 ? bytes : bytes.subarray(0, end);
  return used.toString(field.encoding === "utf8" ? "utf8" : "latin1");
}

/** German problem, or undefined once the field has been written. */
export function writeField(field: Field, value: unknown, bits: BitWriter): string | undefined {
  if (field.kind === "unused") {
    bits.put(0n, field.bits);
    return undefined;
  }
  if (field.kind === "bit") {
    if (typeof value !== "boolean" && value !== 0 && value !== 1) return texts.yesOrNo;
    bits.put(value === true || value === 1 ? 1n : 0n, 1);
    return undefined;
  }
  const wide = field.bits === 64 && field.kind === "signed" ? wideNumber(value) : undefined;
  if (wide !== undefined) {
    bits.put(BigInt.asUintN(64, wide), 64);
    return undefined;
  }
  if (typeof value !== "number" || !Number.isFinite(value)) return texts.numberWanted;
  if (value < field.min || value > field.max) return outside(field.min, field.max);
  if (field.kind === "float") return writeFloat(field, value, bits);
  const raw = Math.round(clean(value / field.factor));
  const low = field.kind === "signed" ? -(2 ** (field.bits - 1)) : 0;
  const high = 2 ** (field.kind === "signed" ? field.bits - 1 : field.bits) - 1;
  if (raw < low || raw > high) return outside(low * field.factor, high * field.factor);
  if (field.factor === 1 && !Number.isInteger(value)) return texts.intWanted;
  bits.put(BigInt.asUintN(field.bits, BigInt(raw)), field.bits);
  return undefined;
}

/** 64-bit numbers beyond 2^53 come as text. */
function wideNumber(value: unknown): bigint | undefined {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value !== "string" || !/^-?\d{1,19}$/.test(value)) return undefined;
  const wide = BigInt(value);
  return BigInt.asIntN(64, wide) === wide ? wide : undefined;
}

function writeFloat(field: Field, value: number, bits: BitWriter): string | undefined {
  if (field.bits === 16) {
    const raw = float16Raw(value);
    if (raw === undefined) return outside(-671_088.64, 670_433.28);
    bits.put(BigInt(raw), 16);
    return undefined;
  }
  const buffer = Buffer.alloc(4);
  buffer.writeFloatBE(value);
  if (!Number.isFinite(buffer.readFloatBE())) return texts.numberTooBig;
  bits.put(BigInt(buffer.readUInt32BE()), 32);
  return undefined;
}

function outside(low: number, high: number): string {
  const shown = (n: number) => clean(n).toLocaleString("de-DE", { maximumFractionDigits: 2 });
  return texts.between(shown(low), shown(high));
}

/** The bytes of a text field, padded with zeros unless its length is variable. */
export function textBytes(field: Field, text: string): Result<Buffer> {
  if (text.includes("\0")) return { problem: texts.nullInText };
  if (field.encoding !== "utf8") {
    const highest = field.encoding === "ascii" ? 0x7f : 0xff;
    const strange = Array.from(text).find((char) => (char.codePointAt(0) ?? 0) > highest);
    if (strange !== undefined) return { problem: texts.characterUnknown(strange) };
  }
  const bytes = Buffer.from(text, field.encoding === "utf8" ? "utf8" : "latin1");
  const room = field.bits / 8;
  if (bytes.length > room - (field.variable ? 1 : 0)) {
    return { problem: texts.textTooLong(room - (field.variable ? 1 : 0)) };
  }
  if (field.variable) return { value: Buffer.concat([bytes, Buffer.alloc(1)]) };
  const padded = Buffer.alloc(room);
  bytes.copy(padded);
  return { value: padded };
}
