import { describe, expect, it } from "vitest";
import { loadLua } from "../compile.ts";
import { READ_LIMITS } from "../read/limits.ts";
import { faults, goodTables, testSchemas, testTypes } from "../testing/project.ts";
import { compileTables } from "./compile-tables.ts";
import { loadVocabulary } from "./load-vocabulary.ts";
import { locate } from "./locate.ts";
import type { TableInput, TablesInput } from "./raw-of.ts";

const options = { schemas: testSchemas, loadLua };
type Cells = TableInput["rows"][number]["cells"];

function input(change: (tables: Record<string, Cells[]>) => void = () => undefined): TablesInput {
  const tables = goodTables() as Record<string, Cells[]>;
  change(tables);
  return {
    name: "Entwurf",
    tables: Object.entries(tables).map(([name, rows]) => ({ name, rows: rows.map((cells) => ({ cells })) })),
  };
}

describe("compileTables", () => {
  it("changes nothing of what it was given, so that it can be asked again", async () => {
    const tables = input();
    const before = structuredClone(tables);
    const first = await compileTables(tables, options);
    expect(tables).toEqual(before);
    expect(await compileTables(tables, options)).toEqual(first);
    expect([first.hash.length, first.errors]).toEqual([64, []]);
  });

  it("takes blank texts for empty cells, and rows of nothing for none", async () => {
    const { hash } = await compileTables(input(), options);
    const blank = input((tables) => {
      tables["bus"]?.splice(1, 0, [null, "  ", ""]);
      tables["links"] =
        tables["links"]?.map((row) => [...row.map((cell) => cell ?? " "), "", undefined as never]) ?? [];
    });
    expect((await compileTables(blank, options)).hash).toBe(hash);
  });

  it("keeps to the bounds of an upload", async () => {
    const rows = Array.from({ length: READ_LIMITS.rows + 1 }, () => ({ cells: ["a"] }));
    const many = await compileTables({ name: "Entwurf", tables: [{ name: "bus", rows }] }, options);
    expect([many.hash, faults(many)]).toEqual(["", ["tooManyRows :"]]);
    const wide = { name: "bus", rows: [{ cells: Array.from({ length: READ_LIMITS.columns + 1 }, () => 1) }] };
    expect(faults(await compileTables({ tables: [wide] }, options))).toEqual(["tooManyCells :"]);
  });

  it("judges scripts by what it is handed", async () => {
    const scripts = { "a.lua": "x = " };
    const result = await compileTables({ ...input(), scripts }, options);
    expect([result.hash, faults(result)]).toEqual(["", ["badScript :1"]]);
    const trusting = {
      schemas: testSchemas,
      loadLua: () => Promise.resolve(() => Promise.resolve(undefined)),
    };
    expect((await compileTables({ ...input(), scripts }, trusting)).compiled?.scripts).toEqual(scripts);
  });
});

describe("locate", () => {
  it("names the cell that an error is of", async () => {
    const tables = input((all) => {
      all["bus"]?.push(["a", null, "temp", null, null, null, null, null, "vier", null, null, null]);
      all["bus"]?.unshift(["Ein Titel"]);
      all["project"]?.splice(1, 1, ["id", "nicht erlaubt!"]);
      all["links"]?.push(["bus.a.nix", "bus.a.set"]);
      all["fremd"] = [["x"]];
    });
    const { errors } = await compileTables(tables, options);
    const found = locate(errors, tables, await loadVocabulary(tables.tables, testTypes)).map(
      ({ error, table, row, column }) => {
        const name = table === undefined ? undefined : tables.tables[table]?.name;
        const cells = row === undefined ? undefined : tables.tables[table ?? 0]?.rows[row]?.cells;
        return [error.Attribute, name, cells?.[0], column === undefined ? undefined : cells?.[column]];
      },
    );
    expect(found).toEqual([
      ["id", "project", "id", "nicht erlaubt!"],
      ["channel", "bus", "a", "temp"],
      ["address", "bus", "a", "vier"],
      ["source", "links", "bus.a.nix", "bus.a.nix"],
      ["", "fremd", undefined, undefined],
    ]);
  });

  it("says of the whole no more than that", async () => {
    const { errors } = await compileTables({ name: "Entwurf", tables: [] }, options);
    const located = locate(errors, { name: "Entwurf", tables: [] }, await loadVocabulary([], testTypes));
    expect(located.map(({ table }) => table)).toEqual([undefined, undefined]);
  });
});
