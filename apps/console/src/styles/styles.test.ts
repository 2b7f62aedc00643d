import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const source = path.resolve(import.meta.dirname, "..");
const mantine = path.resolve(source, "../../../node_modules/@mantine/core/styles");
const texts = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(tsx?|css)$/.test(name) && !name.includes(".test."))
  .map((name) => readFileSync(path.join(source, name), "utf8"));

it("has the style file of every Mantine component that is used", () => {
  const used = new Set<string>();
  const styled = new Set<string>();
  for (const text of texts) {
    for (const [, names = ""] of text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)) {
      for (const name of names.split(",")) used.add(name.trim());
    }
    for (const [, name = ""] of text.matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)) styled.add(name);
  }
  expect(used.size).toBeGreaterThan(5);
  const missing = [...used].filter(
    (name) => !styled.has(name) && existsSync(path.join(mantine, `${name}.layer.css`)),
  );
  expect(missing).toEqual([]);
});

it("knows every token that is used", () => {
  const all = texts.join("\n");
  const known = new Set([...all.matchAll(/(--hw-[a-z-]+):/g)].map(([, name]) => name));
  const used = new Set([...all.matchAll(/var\((--hw-[a-z-]+)\)/g)].map(([, name]) => name));
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});
