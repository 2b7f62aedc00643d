import { describe, expect, it } from "vitest";
import { loadPodKind, podTypes } from "./registry.ts";
import { podSchemas } from "./schemas.ts";

describe("registry of pod types", () => {
  it("has an implementation for every schema and no other", () => {
    expect([...podTypes].sort()).toEqual(podSchemas.map((schema) => schema.type).sort());
  });

  it.each(podSchemas.map((schema) => schema.type))(
    "loads %s with the schema the compiler uses",
    async (type) => {
      const kind = await loadPodKind(type);
      expect(kind?.schema.type).toBe(type);
    },
  );

  it("knows no other type, not even one that every object has", async () => {
    expect(await loadPodKind("constructor")).toBeUndefined();
  });
});
