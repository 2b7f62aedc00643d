import { expect, it } from "vitest";
import { isOutage } from "./database.ts";

it.each([
  ["08006", true],
  ["25006", true],
  ["40001", true],
  ["40P01", true],
  ["53100", true],
  ["57P01", true],
  ["58030", true],
  ["22021", false],
  ["23505", false],
  ["25P02", false],
  ["42601", false],
  [undefined, false],
])("takes what PostgreSQL says with %s for an outage: %s", (code, outage) => {
  expect(isOutage(code)).toBe(outage);
});
