import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const namesOf = (file: string, pattern: RegExp) =>
  new Set([...readFileSync(path.join(root, file), "utf8").matchAll(pattern)].map(([, name]) => name));

it("finds every setting in the README's table, and none that does not exist", () => {
  const known = namesOf("packages/core/src/config.ts", /^ {2}(HUBWART_[A-Z_]+): z/gm);
  const told = namesOf("README.md", /`(HUBWART_[A-Z_]+)`/g);
  expect(known.size).toBeGreaterThan(20);
  expect(told).toEqual(known);
});
