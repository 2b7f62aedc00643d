import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { calls } from "./calls.ts";
import type { CallSpec, Schema } from "./define.ts";
import { costOf, hostileTexts, stringFields } from "./testing/string-fields.ts";

const LENGTH = 64_000;
/** ms of processor time for one field. What tries again from every place takes seconds, what reads once not one. */
const MOST = 40;

const inputs = (Object.entries(calls) as [string, CallSpec][]).flatMap(([name, spec]) =>
  Object.entries({
    params: spec.params,
    query: spec.query,
    body: spec.body,
    fields: spec.upload?.fields,
  }).flatMap(([part, schema]: [string, Schema | undefined]) =>
    schema ? stringFields(schema).map((field) => ({ ...field, name: `${name} ${part} ${field.path}` })) : [],
  ),
);

describe("texts of any length", () => {
  it("are looked for in every call", () => {
    const names = inputs.map(({ name }) => name);
    for (const name of ["ntpConfigSave body server", "login body pwd", "ticket body path"])
      expect(names).toContain(name);
    expect(names.length).toBeGreaterThan(100);
  });

  it("are judged in the time of one reading, in every field", () => {
    const texts = hostileTexts(LENGTH);
    const slow = inputs.flatMap(({ name, schema }) =>
      texts
        .filter((text) => costOf(schema, text) > MOST)
        .map((text) => `${name}: ${JSON.stringify(text.slice(0, 8))}…`),
    );
    expect(slow).toEqual([]);
  });

  it("would be told apart by this test", () => {
    const quadratic = z.string().check(z.regex(/^[0-9a-f:]*:[0-9a-f:.]*$/));
    expect(hostileTexts(LENGTH).some((text) => costOf(quadratic, text, 1) > MOST)).toBe(true);
  }, 60_000);
});
