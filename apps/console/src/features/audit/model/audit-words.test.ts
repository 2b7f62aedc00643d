/** Every field that can stand in an entry of the change log, and every value that stands for something, has German words. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type CallSpec, calls } from "@hubwart/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { auditTexts } from "../../../texts/index.ts";

const specs: Record<string, CallSpec> = calls;
const changes = Object.values(specs).filter(({ mutates }) => mutates);

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  enum?: unknown[];
  const?: unknown;
  [key: string]: unknown;
}
interface Found {
  fields: Set<string>;
  /** "field=value" */
  values: Set<string>;
}

/** What the caller of a change gives, and the settings it changes: both go into its entry. */
const given: Found = { fields: new Set(), values: new Set() };
for (const { params, query, body, upload, guard } of changes) {
  for (const schema of [params, query, body, upload?.fields]) if (schema) collect(shapeOf(schema), "");
  const settings = guard === undefined ? undefined : specs[guard];
  const { properties = {} } = settings?.answer ? shapeOf(settings.answer) : {};
  // What else an answer holds is no setting: its code, the room on the disk.
  for (const field of settings?.etag ?? []) collect({ properties: { [field]: properties[field] ?? {} } }, "");
}

function shapeOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { unrepresentable: "any" }) as JsonSchema;
}

function collect(schema: JsonSchema, name: string): void {
  for (const value of [...(schema.enum ?? []), schema.const]) {
    if (typeof value === "string" && value !== "") given.values.add(`${name}=${value}`);
  }
  for (const [field, inner] of Object.entries(schema.properties ?? {})) {
    given.fields.add(field);
    collect(inner, field);
  }
  for (const key of ["anyOf", "oneOf", "allOf", "items", "prefixItems", "additionalProperties"]) {
    for (const inner of [schema[key]].flat()) {
      if (typeof inner === "object" && inner !== null) collect(inner as JsonSchema, name);
    }
  }
}

/** Names of fields in the objects that the appliance's handlers give to `audit(…)`. */
function noted(): Set<string> {
  const folder = path.join(import.meta.dirname, "../../../../../appliance/src");
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || file.includes(".test.")) continue;
    for (const text of noteTexts(readFileSync(path.join(folder, file), "utf8"))) {
      for (const [, name = ""] of text.matchAll(/(?<![\w.?]|: )(\w+)(?=\s*[:,}])(?!\s*\.)/g)) names.add(name);
    }
  }
  return names;
}

function noteTexts(source: string): string[] {
  return [...source.matchAll(/\.audit\(\{|const (?:named|noted) = .*?=>\s/gs)].map(({ index, 0: start }) => {
    let depth = 0;
    for (let end = index + (start.startsWith(".") ? 6 : start.length); end < source.length; end += 1) {
      const sign = source.charAt(end);
      if ("({[".includes(sign)) depth += 1;
      else if (")}]".includes(sign)) depth -= 1;
      else if (sign !== ";") continue;
      if (depth <= 0) return source.slice(index + start.length, end + 1);
    }
    return "";
  });
}

it("names every field that a caller gives", () => {
  expect(given.fields.size).toBeGreaterThan(80);
  expect([...given.fields].filter((name) => !Object.hasOwn(auditTexts.fields, name))).toEqual([]);
});

/** Around the fields, or in an expression beside them. */
const NO_FIELDS = new Set(["before", "after", "who", "undefined", "true", "false"]);

it("names every field that a handler adds", () => {
  const names = noted();
  expect([...names]).toEqual(expect.arrayContaining(["fingerprint", "changed", "removed"]));
  const without = [...names].filter(
    (name) => !NO_FIELDS.has(name) && !Object.hasOwn(auditTexts.fields, name),
  );
  expect(without).toEqual([]);
});

/** Their values are names already. */
const NAMES = new Set(["zone", "server", "proto", "protocol"]);

it("has words for every value out of a list", () => {
  const without = [...given.values].filter((entry) => {
    const [field = "", value = ""] = entry.split("=");
    return !NAMES.has(field) && !Object.hasOwn(auditTexts.values[field] ?? {}, value);
  });
  expect(without).toEqual([]);
});
