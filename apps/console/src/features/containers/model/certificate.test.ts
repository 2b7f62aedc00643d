import { expect, it } from "vitest";
import { certificateName, endOf } from "./certificate.ts";

it("is called by its names", () => {
  expect(certificateName({ names: ["a.example", "10.0.0.1"], subject: "CN=x" })).toBe("a.example, 10.0.0.1");
  expect(certificateName({ names: [], subject: "CN=x" })).toBe("CN=x");
});
it.each([
  ["2026-03-01T00:00:00.000Z", "good"],
  ["2026-01-31T00:00:00.000Z", "soon"],
  ["2026-01-01T00:00:00.000Z", "over"],
])("that ends at %s is %s", (valid_end, state) => {
  expect(endOf({ valid_end }, Date.UTC(2026, 0, 1))).toBe(state);
});
