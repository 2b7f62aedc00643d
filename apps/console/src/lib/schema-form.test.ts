import { setInitPwd } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ApiError } from "./errors.ts";
import { schemaErrors, setApiErrors } from "./schema-form.ts";

const schema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(5)),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  mode: z.enum(["a", "b"]),
  id: z.string().check(z.regex(/^x/)),
});
const good = { name: "n", port: 80, mode: "a", id: "x" };

describe("hints from a schema", () => {
  it("are none for what it accepts", () => expect(schemaErrors(schema, good)).toEqual({}));

  it.each([
    [{ name: "" }, { name: "Bitte füllen Sie dieses Feld aus." }],
    [{ name: undefined }, { name: "Bitte füllen Sie dieses Feld aus." }],
    [{ name: "zu lang" }, { name: "Erlaubt sind höchstens 5 Zeichen." }],
    [{ port: 0 }, { port: "Erlaubt ist mindestens 1." }],
    [{ port: 70_000 }, { port: "Erlaubt ist höchstens 65535." }],
    [{ port: "80" }, { port: "Erlaubt ist eine Zahl." }],
    [{ port: 1.5 }, { port: "Erlaubt ist eine ganze Zahl." }],
    [{ mode: "c" }, { mode: "Erlaubt ist: a, b." }],
    [{ id: "y" }, { id: "Die Schreibweise ist nicht erlaubt." }],
  ])("for %j are %j", (change, errors) =>
    expect(schemaErrors(schema, { ...good, ...change })).toEqual(errors),
  );

  it("name nested fields by their path", () => {
    const nested = z.object({ list: z.array(z.object({ n: z.number() })) });
    expect(schemaErrors(nested, { list: [{ n: 1 }, {}] })).toEqual({
      "list.1.n": "Bitte füllen Sie dieses Feld aus.",
    });
  });

  it("come from the contract's own schemas", () => {
    expect(schemaErrors(setInitPwd.body, { pwd: "1234567" })).toEqual({
      pwd: "Erlaubt sind mindestens 8 Zeichen.",
    });
  });
});

describe("the appliance's field errors", () => {
  it("go under their fields; other errors stay with the caller", () => {
    const shown: unknown[] = [];
    const form = { setErrors: (errors: unknown) => void shown.push(errors) };
    expect(setApiErrors(form, new ApiError(400, { fields: [{ field: "port", message: "belegt" }] }))).toBe(
      true,
    );
    expect(setApiErrors(form, new ApiError(500))).toBe(false);
    expect(shown).toEqual([{ port: "belegt" }]);
  });
});
