/**
 * Every place of a schema that takes a text from outside, for tests that try all of them with hostile ones.
 *
 *     stringFields(calls.ntpConfigSave.body)   →   [{ path: "server", schema }, …]
 *     costOf(schema, text)               →   ms of processor time, the least of a few tries
 */
import * as z from "zod/mini";

type AnySchema = z.ZodMiniType;

export interface StringField {
  path: string;
  schema: AnySchema;
}

/** Properties of a schema's definition that hold further schemas, whatever its kind. */
const INSIDE = ["element", "innerType", "in", "keyType", "valueType", "left", "right", "catchall", "rest"];

/** The innermost schemas that take texts, and those around them with checks of their own, which see a text whole too. */
export function stringFields(schema: AnySchema, path = ""): StringField[] {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string; checks?: unknown[] };
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const found: StringField[] = [];
  if (def.type === "string" || def.type === "template_literal") found.push({ path, schema });
  for (const [name, inner] of Object.entries((def["shape"] ?? {}) as Record<string, AnySchema>)) {
    found.push(...stringFields(inner, at(name)));
  }
  for (const list of ["options", "items"]) {
    for (const inner of (def[list] ?? []) as AnySchema[]) found.push(...stringFields(inner, path));
  }
  for (const name of INSIDE) {
    const inner = def[name] as AnySchema | undefined;
    if (inner && typeof inner === "object") found.push(...stringFields(inner, at(name)));
  }
  if (def.type === "number" && def["coerce"] === true) found.push({ path, schema });
  return found;
}

/** Texts that make patterns try again from every place: one piece repeated, with and without an end that fits nowhere. */
export function hostileTexts(length: number): string[] {
  const pieces = [
    ..."aA0:.-/_ \t\n%*?,;=@+\u00e4\0".split(""),
    "a.",
    "a-",
    "-a",
    "0.",
    "a:",
    "::a",
    "a ",
    "a/",
    "/.",
    "/../",
    "0,",
    "a=b&",
    "\ud83d\ude00",
  ];
  return pieces.flatMap((piece) => {
    const text = piece.repeat(Math.ceil(length / piece.length));
    return [text, `${text}!`, `a${text}\n`];
  });
}

/** ms of processor time, so that a loaded machine changes nothing. The least of a few tries. */
export function costOf(schema: AnySchema, text: string, tries = 2): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i += 1) {
    const before = process.cpuUsage();
    z.safeParse(schema, text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
    if (least < 5) break;
  }
  return least;
}
