/** Bytes of a variable ⇄ value of a channel: elements, type, scale and offset. */
import type { Quality } from "@hubwart/ipc";
import type { ValueType } from "@hubwart/project";
import { texts as sharedTexts } from "../shared/texts.ts";
import { type Raw, S7ValueError, shown } from "./codec.ts";
import type { Item } from "./item.ts";
import { texts } from "./texts.ts";
import { CODECS, sizeOf, strideOf } from "./types.ts";

export interface Reading {
  value: unknown;
  /** 1 where a 64-bit integer had to be rounded, because numbers hold 53 bits. */
  quality: Quality;
}

/** Throws S7ValueError where the bytes are no value of the type. */
export function readingOf(item: Item, type: ValueType, bytes: Buffer): Reading {
  const raws = elements(item, bytes);
  if (item.count > 1) return { value: raws.map((raw) => ofElement(item, raw)), quality: 0 };
  const raw = raws[0] ?? false;
  if (type === "json") return { value: ofElement(item, raw), quality: 0 };
  if (typeof raw === "string") return { value: raw, quality: 0 };
  if (typeof raw === "boolean") return { value: type === "bool" ? raw : Number(raw), quality: 0 };
  if (typeof raw === "bigint" && type === "string") return { value: raw.toString(), quality: 0 };
  const value = scaled(item, Number(raw));
  return { value, quality: typeof raw === "bigint" && !Number.isSafeInteger(Number(raw)) ? 1 : 0 };
}

function elements(item: Item, bytes: Buffer): Raw[] {
  const { bit, count, data, length } = item;
  if (bit !== undefined) {
    return Array.from(
      { length: count },
      (_, at) => ((bytes[(bit + at) >> 3] ?? 0) >> ((bit + at) & 7)) % 2 === 1,
    );
  }
  const size = sizeOf(data, length);
  const stride = strideOf(data, length);
  return Array.from({ length: count }, (_, at) =>
    CODECS[data].decode(bytes.subarray(at * stride, at * stride + size)),
  );
}

/** An integer beyond 53 bits as text, so that JSON keeps all of its digits. */
function ofElement(item: Item, raw: Raw): boolean | number | string {
  if (typeof raw === "boolean" || typeof raw === "string") return raw;
  if (typeof raw === "bigint" && !Number.isSafeInteger(Number(raw))) return raw.toString();
  return scaled(item, Number(raw));
}

function scaled({ offset, scale }: Item, raw: number): number {
  if (!Number.isFinite(raw)) throw new S7ValueError(texts.noNumber);
  if (scale === 1 && offset === 0) return raw;
  // 15 digits hold every decimal fraction an integrator writes: 3 × 0.1 is to read 0.3.
  const value = Number((raw * scale + offset).toPrecision(15));
  if (!Number.isFinite(value)) throw new S7ValueError(texts.convertedTooBig);
  return value;
}

/** A piece of a variable to be written; several of one variable are written in this order. */
export interface Patch {
  /** Bytes behind the variable's start. */
  at: number;
  bytes: Buffer;
}

/** Throws S7ValueError (German) for a value that does not fit. */
export function patchOf(item: Item, value: unknown): Patch {
  const { count, data } = item;
  if (count === 1) return { at: lead(item), bytes: encoded(item, value) };
  if (!Array.isArray(value) || value.length !== count) {
    throw new S7ValueError(texts.allowedField(shown(value), count));
  }
  const parts = value.map((element: unknown) => encoded(item, element));
  if (lead(item) > 0) throw new S7ValueError(texts.fieldNotWritable(data));
  return { at: 0, bytes: Buffer.concat(parts) };
}

/** The maximum length before a text belongs to the program and is not written. */
function lead({ data }: Item): number {
  return data === "STRING" ? 1 : data === "WSTRING" ? 2 : 0;
}

function encoded(item: Item, value: unknown): Buffer {
  const { data, length } = item;
  const codec = CODECS[data];
  if (codec.nature === "bool") {
    if (value === true || value === 1 || value === false || value === 0) return codec.encode(value);
    throw new S7ValueError(sharedTexts.allowedBool(shown(value)));
  }
  if (codec.nature === "text") {
    if (typeof value !== "string") throw new S7ValueError(sharedTexts.allowedText(shown(value)));
    if (lead(item) > 0 && value.length > length) {
      throw new S7ValueError(texts.textTooLong(value.length, length));
    }
    return codec.encode(value);
  }
  const exact = typeof value === "string" && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
  const number = typeof value === "boolean" ? Number(value) : exact === undefined ? value : Number(exact);
  if (typeof number !== "number" || !Number.isFinite(number)) {
    throw new S7ValueError(sharedTexts.allowedNumber(shown(value)));
  }
  const raw = item.scale === 1 && item.offset === 0 ? number : (number - item.offset) / item.scale;
  return codec.encode(codec.nature === "long" && exact !== undefined && raw === number ? exact : raw);
}
