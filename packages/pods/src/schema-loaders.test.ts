import { columnsOf, POD_COLUMNS } from "@hubwart/project/tables";
import { describe, expect, it } from "vitest";
import { knownTypes, loadPodSchema } from "./schema-loaders.ts";
import { podSchemas } from "./schemas.ts";

describe("the schemas one by one", () => {
  it("are those of all types, in the same order", async () => {
    const loaded = await Promise.all(knownTypes.types.map(loadPodSchema));
    expect(loaded).toEqual(podSchemas);
    expect(knownTypes.types).toEqual(podSchemas.map(({ type }) => type));
  });

  it("know the order of the columns of the table of pods", () => {
    const own = Object.keys(columnsOf("pods", podSchemas) ?? {}).filter(
      (name) => !Object.hasOwn(POD_COLUMNS, name),
    );
    expect(knownTypes.columns).toEqual(own);
  });

  it("know without one whose pods tell people", () => {
    const telling = podSchemas.filter(({ tells }) => tells).map(({ type }) => type);
    expect(knownTypes.telling).toEqual(telling);
  });
});
