import { expect, it } from "vitest";
import { ifaceFields } from "./diff-fields.ts";
import type { PodSchema } from "./pod-schema.ts";

it.each(["constructor", "__proto__", "toString"])("a column %s that no schema has is a secret", (name) => {
  const schema = { ifaceColumns: { host: {} } } as unknown as PodSchema;
  const config = JSON.parse(`{"host": "a", "${name}": "geheim"}`) as Record<string, string>;
  const fields = ifaceFields({ id: "main", config }, schema);
  expect(fields.get(name)).toEqual({ value: "geheim", secret: true });
  expect(fields.get("host")).toEqual({ value: "a" });
});
