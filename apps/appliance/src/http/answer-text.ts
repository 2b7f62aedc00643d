/**
 * JSON of an answer, stripped to its call's shape. A long list in it is shaped and written in parts, so that the other callers are
 * answered meanwhile.
 *
 *     const written = await answerText(spec.answer, answer);    // { bytes } or { misfits }
 */
import type { Schema } from "@hubwart/contract";
import { inParts } from "@hubwart/core";
import * as z from "zod/mini";

/** `misfits`: where the answer does not have its call's shape. */
export type Written = { bytes: Buffer } | { misfits: string[] };

/** Lists beyond this are long. */
const LONG = 1_000;

interface LongList {
  name: string;
  element: z.core.$ZodType;
  value: readonly unknown[];
}

export async function answerText(
  schema: Schema | undefined,
  answer: Record<string, unknown>,
): Promise<Written> {
  if (!schema) return { bytes: Buffer.from(JSON.stringify(answer)) };
  const long = longLists(schema, answer);
  const short = { ...answer, ...Object.fromEntries(long.map(({ name }) => [name, []])) };
  const shaped = z.safeParse(schema, short);
  if (!shaped.success) return { misfits: placesOf(shaped.error.issues) };
  if (long.length === 0) return { bytes: Buffer.from(JSON.stringify(shaped.data)) };
  const fields: [string, unknown][] = Object.entries(shaped.data as object).filter(
    ([name, value]) => value !== undefined && !long.some((list) => list.name === name),
  );
  const parts = [Buffer.from(JSON.stringify(Object.fromEntries(fields)).slice(0, -1))];
  for (const list of long) {
    const misfits = await write(list, parts, fields.length > 0 || list !== long[0]);
    if (misfits) return { misfits };
  }
  return { bytes: Buffer.concat([...parts, Buffer.from("}")]) };
}

/** @returns where it does not fit */
async function write(
  { name, element, value }: LongList,
  parts: Buffer[],
  follows: boolean,
): Promise<string[] | undefined> {
  const list = z.array(element);
  let before = `${follows ? "," : ""}${JSON.stringify(name)}:[`;
  let at = 0;
  for await (const part of inParts(value)) {
    const shaped = z.safeParse(list, part);
    if (!shaped.success) return placesOf(shaped.error.issues, name, at);
    parts.push(Buffer.from(before + JSON.stringify(shaped.data).slice(1, -1)));
    before = ",";
    at += part.length;
  }
  parts.push(Buffer.from("]"));
  return undefined;
}

/** Lists that have a shape for each element and no rule for the whole. */
function longLists(schema: Schema, answer: Record<string, unknown>): LongList[] {
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.shape as Record<string, unknown>).flatMap(([name, field]) => {
    const value = answer[name];
    if (!Array.isArray(value) || value.length <= LONG || !(field instanceof z.ZodMiniArray)) return [];
    if ((field.def.checks ?? []).length > 0) return [];
    return [{ name, element: field.def.element, value }];
  });
}

function placesOf(issues: readonly z.core.$ZodIssue[], name?: string, from = 0): string[] {
  return issues.map(({ path: [first, ...rest] }) => {
    const place = name === undefined ? [first] : [name, Number(first) + from];
    return [...place, ...rest]
      .filter((key) => key !== undefined)
      .map(String)
      .join(".");
  });
}
