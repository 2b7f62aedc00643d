/**
 * A datapoint type by its number (`9.001`), from the catalogue.
 *
 * `9` alone means the main type without a factor. An unknown subtype of a main type with one plain field is coded like
 * it; every other unknown type is taken as raw bytes (`raw`), because its length is not known.
 */
import { CATALOGUE } from "./catalogue.ts";

export interface Field {
  /** Empty for the only field of a type. */
  name: string;
  kind: "bit" | "unsigned" | "signed" | "float" | "code" | "text" | "unused";
  bits: number;
  /** Shown number = transmitted number × factor. */
  factor: number;
  /** Range for writing, in shown numbers. */
  min: number;
  max: number;
  encoding: "ascii" | "latin1" | "utf8";
  /** Text that ends with its last character (and a zero) instead of being padded. */
  variable: boolean;
}

export interface DataType {
  id: string;
  unit: string;
  /** Undefined: raw bytes of any length. */
  bits: number | undefined;
  fields: readonly Field[];
  /** Up to 6 bits travel in the telegram's head. */
  short: boolean;
}

const FIELD =
  /^(?:(\w+)=)?([busfet-])(\d*)(?:\*(\d+(?:\.\d+)?)(?:\/(\d+))?)?(?::(ascii|latin1|utf8)(\+?))?(?:\[(-?\d*(?:\.\d+)?)\.\.(-?\d*(?:\.\d+)?)\])?$/;
const KINDS: Record<string, Field["kind"]> = {
  b: "bit",
  u: "unsigned",
  s: "signed",
  f: "float",
  e: "code",
  t: "text",
  "-": "unused",
};

let known: Map<string, DataType> | undefined;

function types(): Map<string, DataType> {
  if (known) return known;
  known = new Map();
  for (const line of CATALOGUE.trim().split("\n")) {
    const [id = "", unit = "", spec = ""] = line.split("|");
    known.set(id, typeOf(id, unit, spec));
  }
  return known;
}

function typeOf(id: string, unit: string, spec: string): DataType {
  const fields = spec.split(" ").map((part) => fieldOf(part, id));
  const bits = fields.reduce((sum, field) => sum + field.bits, 0);
  return { id, unit, bits, fields, short: bits <= 6 };
}

function fieldOf(part: string, id: string): Field {
  const match = FIELD.exec(part);
  const kind = KINDS[match?.[2] ?? ""];
  if (!match || !kind) throw new Error(`catalogue of datapoint types: ${id}: ${part}`);
  const [, name = "", , width = "", times, over, encoding, variable, min, max] = match;
  return {
    name,
    kind,
    bits: kind === "bit" ? 1 : Number(width),
    factor: times === undefined ? 1 : Number(times) / Number(over ?? 1),
    min: min === undefined || min === "" ? Number.NEGATIVE_INFINITY : Number(min),
    max: max === undefined || max === "" ? Number.POSITIVE_INFINITY : Number(max),
    encoding: encoding === "ascii" || encoding === "utf8" ? encoding : "latin1",
    variable: variable === "+",
  };
}

export const DPT_PATTERN = /^(raw|raw6|\d{1,4}(\.\d{1,5})?)$/;

export function rawType(short: boolean): DataType {
  return { id: short ? "raw6" : "raw", unit: "", bits: short ? 6 : undefined, fields: [], short };
}

/** `1.1` and `1.001` are the same type. */
export function dataType(given: string): DataType {
  if (given === "raw" || given === "raw6") return rawType(given === "raw6");
  const [main = "", sub] = given.split(".");
  const number = Number(main);
  const id = sub === undefined ? `${number}` : `${number}.${String(Number(sub)).padStart(3, "0")}`;
  const exact = types().get(id);
  if (exact) return exact;
  const family = [...types().values()].filter((type) => type.id.startsWith(`${number}.`));
  const plain = plainest(family);
  return plain ? { ...plain, id, unit: "" } : { ...rawType(false), id };
}

/** The family's common shape without factor and range, if there is one. */
function plainest(family: readonly DataType[]): DataType | undefined {
  const [first] = family;
  const [field, more] = first?.fields.filter(({ kind }) => kind !== "unused") ?? [];
  if (!first || !field || more) return undefined;
  if (family.some((type) => type.bits !== first.bits)) return undefined;
  const fields = first.fields.map((f) => ({
    ...f,
    factor: 1,
    min: Number.NEGATIVE_INFINITY,
    max: Number.POSITIVE_INFINITY,
  }));
  return { ...first, fields };
}

/** Every type of the catalogue, in its order. */
export function allDataTypes(): readonly DataType[] {
  return [...types().values()];
}
