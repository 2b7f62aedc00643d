/**
 * Values of channels ↔ payloads of group telegrams.
 *
 *     const dpt = dataType("9.001");
 *     encodeValue(dpt, 21.5);                       // { value: { data: 0C 33, short: false } }
 *     decodeValue(dpt, "float", payload);           // { value: 21.5 }
 *
 * `problem` is German. A type of several fields is an object in a json channel, its JSON in a string channel and its bits
 * as one whole number in an int channel.
 */
import type { ValueType } from "@hubwart/project";
import { texts } from "../texts.ts";
import { BitReader, BitWriter } from "./bits.ts";
import { type FieldValue, type Result, readField, textBytes, writeField } from "./fields.ts";
import {
  dateFields,
  dateProblem,
  dateText,
  dateTimeFields,
  dateTimeProblem,
  dateTimeText,
  timeFields,
  timeProblem,
  timeText,
} from "./times.ts";
import type { DataType, Field } from "./types.ts";

export interface Payload {
  /** One byte with the value in its low six bits if `short`. */
  data: Buffer;
  short: boolean;
}

type Native = FieldValue | Record<string, FieldValue>;
export type Shape = "bool" | "int" | "float" | "text" | "record" | "raw";

/** The widest number of bits that an int channel shows as one number. */
const NUMBER_BITS = 48;

const CLOCKS: Record<
  string,
  {
    text: (f: Record<string, FieldValue>) => string;
    fields: (t: string) => Record<string, FieldValue> | undefined;
    problem: (f: Record<string, FieldValue>) => string | undefined;
    form: string;
  }
> = {
  "10": { text: timeText, fields: timeFields, problem: timeProblem, form: texts.timeForm },
  "11": {
    text: dateText,
    fields: dateFields,
    problem: dateProblem,
    form: texts.dateForm,
  },
  "19": { text: dateTimeText, fields: dateTimeFields, problem: dateTimeProblem, form: "2026-05-31T12:34:56" },
};

function clockOf(dpt: DataType) {
  const [main = ""] = dpt.id.split(".");
  return dpt.fields.length > 1 ? CLOCKS[main] : undefined;
}

const used = (dpt: DataType): readonly Field[] => dpt.fields.filter(({ kind }) => kind !== "unused");

export function shapeOf(dpt: DataType): Shape {
  if (dpt.fields.length === 0) return "raw";
  const [field, more] = used(dpt);
  if (!field || more) return "record";
  if (field.kind === "bit") return "bool";
  if (field.kind === "text") return "text";
  if (field.kind === "float" || !Number.isInteger(field.factor)) return "float";
  return "int";
}

/** Channel types that can hold values of this datapoint type, the most natural one first. */
export function valueTypesFor(dpt: DataType): readonly ValueType[] {
  switch (shapeOf(dpt)) {
    case "bool":
      return ["bool", "int", "float", "string", "json"];
    case "int":
      return ["int", "float", "string", "json"];
    case "float":
      return ["float", "string", "json"];
    case "text":
      return ["string", "json"];
    case "record": {
      const first: ValueType[] = clockOf(dpt) ? ["string", "json"] : ["json", "string"];
      return (dpt.bits ?? 0) <= NUMBER_BITS ? [...first, "int"] : first;
    }
    case "raw":
      return ["string", "json", "int"];
  }
}

export function decodeValue(dpt: DataType, type: ValueType, payload: Payload): Result<unknown> {
  const wrong = sizeProblem(dpt, payload);
  const impossible = wrong ?? clockProblem(dpt, payload);
  if (impossible !== undefined) return { problem: impossible };
  const shape = shapeOf(dpt);
  if (type === "int" && (shape === "record" || shape === "raw")) {
    if (payload.data.length * 8 > NUMBER_BITS) return { problem: texts.tooManyBytes };
    return { value: Number(new BitReader(payload.data, 0).take(payload.data.length * 8)) };
  }
  if (shape === "raw") return { value: payload.data.toString("hex") };
  const native = decodeFields(dpt, payload);
  return "problem" in native ? native : asChannelType(dpt, type, native.value);
}

/** Of bytes that stand for a time which there is not. */
function clockProblem(dpt: DataType, payload: Payload): string | undefined {
  const clock = clockOf(dpt);
  if (!clock) return undefined;
  const read = decodeFields(dpt, payload);
  if ("problem" in read) return read.problem;
  return typeof read.value === "object" ? clock.problem(read.value) : undefined;
}

function sizeProblem(dpt: DataType, { data, short }: Payload): string | undefined {
  if (dpt.bits === undefined) return undefined;
  const shown = short ? "6 Bit" : `${data.length} Byte`;
  if (dpt.short) {
    // A value of up to six bits that came in a byte of its own is the same value.
    if (data.length === 1 && (data[0] ?? 0) < 2 ** dpt.bits) return undefined;
    return texts.otherBits(shown, dpt.id, dpt.bits);
  }
  const bytes = dpt.bits / 8;
  const variable = used(dpt)[0]?.variable === true;
  if (!short && (variable ? data.length <= bytes : data.length === bytes)) return undefined;
  return texts.otherBytes(shown, dpt.id, bytes);
}

function decodeFields(dpt: DataType, { data, short }: Payload): Result<Native> {
  const reader = new BitReader(data, dpt.short || short ? 8 - (dpt.bits ?? 0) : 0);
  const record: Record<string, FieldValue> = {};
  for (const field of dpt.fields) {
    const read = readField(field, reader);
    if ("problem" in read) return read;
    if (field.kind === "unused") continue;
    if (field.name === "") return read;
    record[field.name] = read.value;
  }
  if (dpt.id.startsWith("19.") && typeof record["year"] === "number") record["year"] += 1900;
  return { value: record };
}

function asChannelType(dpt: DataType, type: ValueType, native: Native): Result<unknown> {
  if (typeof native === "object") {
    if (type === "json") return { value: native };
    return { value: clockOf(dpt)?.text(native) ?? JSON.stringify(native) };
  }
  switch (type) {
    case "json":
      return { value: native };
    case "string":
      return { value: String(native) };
    case "bool":
      return { value: native };
    case "int":
    case "float": {
      const number = Number(native);
      if (type === "int" && !Number.isSafeInteger(number)) return { problem: texts.tooBigForInt };
      return { value: number };
    }
  }
}

export function encodeValue(dpt: DataType, value: unknown): Result<Payload> {
  const shape = shapeOf(dpt);
  const made =
    shape === "raw" ? rawBytes(dpt, value) : shape === "text" ? text(dpt, value) : fields(dpt, shape, value);
  if ("problem" in made) return { problem: `DPT ${dpt.id}: ${made.problem}` };
  const payload = { data: made.value, short: dpt.short };
  const impossible = clockProblem(dpt, payload);
  return impossible === undefined ? { value: payload } : { problem: `DPT ${dpt.id}: ${impossible}` };
}

function rawBytes(dpt: DataType, value: unknown): Result<Buffer> {
  const hex = typeof value === "string" ? value.replace(/[ :-]/g, "") : undefined;
  if (hex === undefined || !/^([0-9a-fA-F]{2}){1,252}$/.test(hex)) {
    return { problem: texts.hexWanted };
  }
  const data = Buffer.from(hex, "hex");
  if (dpt.short && (data.length !== 1 || (data[0] ?? 0) > 0x3f)) return { problem: texts.upTo3f };
  return { value: data };
}

function text(dpt: DataType, value: unknown): Result<Buffer> {
  const [field] = used(dpt);
  if (!field || typeof value !== "string") return { problem: texts.textWanted };
  return textBytes(field, value);
}

function fields(dpt: DataType, shape: Shape, value: unknown): Result<Buffer> {
  const bits = dpt.bits ?? 0;
  const bytes = Math.ceil(bits / 8);
  const writer = new BitWriter(bytes, dpt.short ? 8 - bits : 0);
  if (shape === "record" && typeof value === "number") {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** Math.min(bits, NUMBER_BITS)) {
      return { problem: texts.upTo(2 ** Math.min(bits, NUMBER_BITS) - 1) };
    }
    writer.put(BigInt(value), bits);
    return { value: writer.data };
  }
  const record = shape === "record" ? recordOf(dpt, value) : { value: { "": scalarOf(shape, dpt, value) } };
  if ("problem" in record) return record;
  for (const field of dpt.fields) {
    const given = record.value[field.name] ?? (field.kind === "bit" ? false : 0);
    const problem = writeField(field, given, writer);
    if (problem !== undefined)
      return { problem: field.name === "" ? problem : texts.inField(field.name, problem) };
  }
  return { value: writer.data };
}

/** Numbers and switches may come as text, from a string channel. */
function scalarOf(shape: Shape, dpt: DataType, value: unknown): unknown {
  if (shape === "bool" && (value === "true" || value === "false")) return value === "true";
  if (typeof value !== "string" || dpt.bits === 64) return value;
  return /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(value) ? Number(value) : value;
}

function recordOf(dpt: DataType, value: unknown): Result<Record<string, unknown>> {
  const clock = clockOf(dpt);
  let given: unknown = value;
  if (typeof value === "string") {
    given = clock ? clock.fields(value) : parsed(value);
    if (clock && given === undefined) return { problem: texts.formWanted(clock.form) };
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return { problem: texts.objectWanted };
  }
  const record: Record<string, unknown> = { ...given };
  const names = new Set(used(dpt).map(({ name }) => name));
  const strange = Object.keys(record).find((name) => !names.has(name));
  if (strange !== undefined) return { problem: texts.noSuchField(strange.slice(0, 40)) };
  if (dpt.id.startsWith("19.") && typeof record["year"] === "number") record["year"] -= 1900;
  return { value: record };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
