/** Pages compiled and back: each row is one row again, and means what it meant. */
import { expect, it } from "vitest";
import { compileTables, pageTables, testSchemas } from "../testing/project.ts";
import { compileTables as compileInput } from "./compile-tables.ts";
import { tablesOf } from "./tables-of.ts";

it("is the same project again", async () => {
  const first = await compileTables(pageTables());
  if (!first.compiled) throw new Error("does not compile");
  const back = tablesOf(first.compiled, testSchemas);
  expect(back.tables.find(({ name }) => name === "pages")?.rows).toHaveLength(13);
  const again = await compileInput(back, {
    schemas: testSchemas,
    loadLua: () => Promise.reject(new Error("none")),
  });
  expect(again.errors).toEqual([]);
  expect(again.hash).toBe(first.hash);
});

it("keeps the signs that part choices, and numbers with a comma", async () => {
  const tables = pageTables();
  const [head = []] = tables["pages"] ?? [];
  const cells: Record<string, string> = {
    page: "a",
    block: "switch",
    source: "bus.a.set",
    choices: "0,125=a\\;b;2=\\=",
  };
  tables["pages"] = [head, head.map((column) => cells[String(column)] ?? null)];
  const first = await compileTables(tables);
  if (!first.compiled) throw new Error(JSON.stringify(first.errors));
  expect(first.compiled.pages?.[0]?.choices).toEqual([
    [0.125, "a;b"],
    [2, "="],
  ]);
  const again = await compileInput(tablesOf(first.compiled, testSchemas), {
    schemas: testSchemas,
    loadLua: () => Promise.reject(new Error("none")),
  });
  expect(again.hash).toBe(first.hash);
});
