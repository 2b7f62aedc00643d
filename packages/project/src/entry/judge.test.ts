/** What an editor's judge remembers of rows never shows: it says what is said of the same tables for the first time. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { loadLua } from "../compile.ts";
import type { Cell } from "../read/table.ts";
import { goodTables, testSchemas, testTypes } from "../testing/project.ts";
import { compileTables } from "./compile-tables.ts";
import { createJudge } from "./judge.ts";
import { loadVocabulary } from "./load-vocabulary.ts";
import type { TablesInput } from "./raw-of.ts";

const options = { schemas: testSchemas, loadLua };
type Cells = readonly Cell[];
type Tables = Record<string, readonly Cells[]>;

type RowOf = (cells: Cells) => { cells: Cells };
const anew: RowOf = (cells) => ({ cells });
/** The same object for the same cells. */
function remembering(): RowOf {
  const rows = new WeakMap<Cells, { cells: Cells }>();
  return (cells) => {
    const row = rows.get(cells) ?? { cells };
    rows.set(cells, row);
    return row;
  };
}
const inputOf = (tables: Tables, row = anew): TablesInput => ({
  name: "Entwurf",
  tables: Object.entries(tables).map(([name, rows]) => ({ name, rows: rows.map(row) })),
});
const at = (rows: readonly Cells[] | undefined, row: number, column: number, cell: Cell) =>
  (rows ?? []).map((cells, index) => (index === row ? Object.assign([...cells], { [column]: cell }) : cells));

/** Each of the states, one after the other, by one judge. */
async function expectAsFresh(...states: Tables[]): Promise<void> {
  for (const row of [anew, remembering()]) {
    const judge = createJudge(options);
    for (const state of states) await expectTold(judge, inputOf(state, row));
  }
}

async function expectTold(judge: ReturnType<typeof createJudge>, input: TablesInput): Promise<void> {
  const { errors } = await compileTables(input, options);
  expect(await judge(input, await loadVocabulary(input.tables, testTypes))).toEqual(errors);
}

const FORMULA = { odd: "formula", value: "bus.a.temp" } as const;
const GOOD = goodTables() as Tables;
const { bus = [], echo = [], links = [], pods = [] } = GOOD;

it.each<[string, Tables]>([
  ["a channel comes twice", { ...GOOD, bus: [...bus, bus[1] ?? []] }],
  ["a pod is gone", { ...GOOD, pods: pods.toSpliced(1, 1) }],
  ["a pod has another type", { ...GOOD, pods: at(pods, 1, 0, "echo.a") }],
  ["an interface that a channel names is gone", { ...GOOD, pods: at(pods, 1, 3, "anders") }],
  [
    "a pod has a second interface, and a channel names none",
    { ...GOOD, pods: [...pods, ["bus.b", null, null, "rechts", "127.0.0.3"]] },
  ],
  ["two columns change places", { ...GOOD, bus: at(at(bus, 0, 8, "factor"), 0, 9, "address") }],
  ["a column is another one", { ...GOOD, bus: at(bus, 0, 8, "factor") }],
  ["rows of one table stand in another", { ...GOOD, echo: [...echo, bus[1] ?? []] }],
  ["a source is gone", { ...GOOD, echo: echo.slice(0, 1) }],
  ["a channel has another type", { ...GOOD, echo: at(echo, 1, 2, "int") }],
  ["a rule of the pod type is broken", { ...GOOD, bus: at(bus, 1, 8, 666) }],
  [
    "rows move down",
    { ...GOOD, bus: [...bus.slice(0, 1), ["x"], ...bus.slice(1)], links: [["Titel"], ...links] },
  ],
])("is told as for the first time where %s", async (_, state) => {
  const { errors } = await compileTables(inputOf(state), options);
  // Or nothing would be compared.
  expect(errors).not.toEqual([]);
  await expectAsFresh(GOOD, state, GOOD);
});

it("notices that a channel took the name of one below that stays", async () => {
  const two = { ...GOOD, bus: [...bus, at(bus, 1, 2, "zwei")[1] ?? []] };
  const twice = { ...two, bus: at(two.bus, 1, 2, "zwei") };
  const { errors } = await compileTables(inputOf(twice), options);
  expect(errors.map(({ Ref }) => Ref)).toContain(`Entwurf|bus|${twice.bus.length}`);
  await expectAsFresh(two, twice, two);
});

it("knows nothing of a compilation that broke off between channels and links", async () => {
  const judge = createJudge(options);
  const state = { ...GOOD, echo: at(echo, 1, 2, "int") };
  await expectTold(judge, inputOf(GOOD));
  const broken = inputOf(state);
  const vocabulary = await loadVocabulary(broken.tables, testTypes);
  const checkLater = () => Promise.reject(new Error("not loaded"));
  const schemas = vocabulary.schemas.map((schema) => ({ ...schema, checkLater }));
  await expect(judge(broken, { ...vocabulary, schemas })).rejects.toThrow("not loaded");
  await expectTold(judge, inputOf(state));
});

it("finds the line of a row that stays, below one with another line", async () => {
  const judge = createJudge(options);
  const bad = { cells: ["bus.a.temp", "fehlt"] };
  const input = (line: number): TablesInput => ({
    name: "Entwurf",
    tables: [
      ...inputOf({ ...GOOD, links: [] }).tables.filter(({ name }) => name !== "links"),
      { name: "links", rows: [{ cells: links[0] ?? [] }, { line, cells: ["# oben"] }, bad] },
    ],
  });
  for (const line of [2, 9, 9, 2]) await expectTold(judge, input(line));
});

it("counts formulas of rows that stay", async () => {
  const state = { ...GOOD, links: at(links, 1, 0, FORMULA) };
  const { errors } = await compileTables(inputOf(state), options);
  expect(errors.map(({ Attribute }) => Attribute)).toContain("source");
  await expectAsFresh(state, state, { ...state, bus: at(bus, 1, 8, 666) });
});

/** Of a plant in which much hangs on one another: names, areas, ends of links, cycles, rules; tables of one name. */
const bus2 = (...rows: Cells[]): Cells[] => [["pod", "channel", "dir", "address", "area"], ...rows];
const PLANT: Tables = {
  ...GOOD,
  bus: bus2(
    ["a", "v", "inout", 1, "Haus/EG"],
    ["a", "w", "inout", 2, "Haus/OG"],
    ["bus.b", "x", "inout", 3, "Haus/EG"],
    ["bus.b", "y", "inout", 4, null],
  ),
  BUS: bus2(["a", "z", "inout", 5, "Haus/OG"]),
  links: [
    ["source", "target", "offset"],
    ["bus.a.v", "bus.a.w", null],
    ["bus.a.w", "bus.b.x", null],
    ["bus.b.x", "bus.b.y", 1],
    ["bus.a.z", "bus.b.y", null],
    ["echo.e.alive", "bus.a.z", null],
  ],
};

it.each<[string, Tables]>([
  ["a link closes a cycle", { ...PLANT, links: at(PLANT["links"], 3, 1, "bus.a.v") }],
  ["a link closes a cycle by itself", { ...PLANT, links: at(PLANT["links"], 4, 1, "bus.a.z") }],
  ["an area has two spellings", { ...PLANT, bus: at(PLANT["bus"], 3, 4, "haus/eg") }],
  ["a rule of the channel alone is broken", { ...PLANT, bus: at(PLANT["bus"], 2, 3, 777) }],
  ["a link is there twice", { ...PLANT, links: at(at(PLANT["links"], 1, 0, "bus.a.w"), 1, 1, "bus.b.x") }],
  ["a channel took the name of one in a table below", { ...PLANT, bus: at(PLANT["bus"], 1, 1, "z") }],
])("is told as for the first time where, in a plant, %s", async (_, state) => {
  const { errors } = await compileTables(inputOf(state), options);
  expect(errors).not.toEqual([]);
  const elsewhere = (tables: Tables) => ({ ...tables, echo: at(tables["echo"], 1, 1, "anders") });
  await expectAsFresh(PLANT, state, elsewhere(state), state, PLANT);
});

const NAMES = ["v", "w", "x", "y", "z", "a", "b", "bus.b"];
const ENDS = ["bus.a.v", "bus.a.w", "bus.b.x", "bus.b.y", "bus.a.z", "echo.e.alive", "const.main.limit"];
const OTHERS = [
  "in",
  "out",
  "inout",
  "Haus/EG",
  "haus/eg",
  "Haus/OG",
  "2",
  "# weg",
  "",
  null,
  666,
  777,
  FORMULA,
];

it("is told as for the first time, whatever is edited in a plant", async () => {
  const cell = fc.constantFrom<Cell>(...NAMES, ...ENDS, ...OTHERS);
  const edit = fc.record({
    table: fc.constantFrom("bus", "bus", "BUS", "links", "links", "echo", "pods"),
    row: fc.nat(5),
    column: fc.nat(4),
    cell,
    how: fc.constantFrom("set", "set", "set", "set", "copy", "delete", "swap", "back"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (edits) => {
      const states = [PLANT];
      for (const { cell: value, column, how, row, table } of edits) {
        const last = states.at(-1) ?? PLANT;
        const rows = last[table] ?? [];
        const own = rows[row] ?? [];
        const next = {
          set: () => at(rows, row, column, value),
          copy: () => [...rows, own],
          delete: () => (row === 0 ? rows : rows.toSpliced(row, 1)),
          swap: () => rows.toSpliced(row, 2, ...rows.slice(row, row + 2).toReversed()),
          back: () => PLANT[table] ?? [],
        }[how]();
        states.push({ ...last, [table]: next });
      }
      await expectAsFresh(...states);
    }),
    { numRuns: 100 },
  );
});

it("names a cycle from its first row, whichever of its rows closed it", async () => {
  const closed = { ...PLANT, links: at(PLANT["links"], 3, 1, "bus.a.v") };
  const isOpen = { ...PLANT, links: at(closed.links, 1, 1, "bus.b.y") };
  expect((await compileTables(inputOf(isOpen), options)).errors).toEqual([]);
  await expectAsFresh(PLANT, isOpen, closed, isOpen, closed);
});

it("is told as for the first time, whatever is edited", async () => {
  const cell = fc.constantFrom<Cell>(
    "a",
    "bus.a.temp",
    "bus.b.out",
    "temp",
    "main",
    "links",
    "x",
    "",
    null,
    7,
    "1,5",
    "# weg",
    "in",
    "out",
    "int",
    "666",
    "interval",
    "echo.e2",
    "host",
    "_",
    FORMULA,
  );
  const edit = fc.record({
    table: fc.constantFrom("pods", "bus", "echo", "links", "constants"),
    row: fc.nat(4),
    column: fc.nat(8),
    cell,
    copy: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 6 }), async (edits) => {
      const states = [GOOD];
      for (const { cell: value, column, copy, row, table } of edits) {
        const last = states.at(-1) ?? GOOD;
        const rows = last[table] ?? [];
        const source = rows[row] ?? [];
        states.push({ ...last, [table]: copy ? [...rows, source] : at(rows, row, column, value) });
      }
      await expectAsFresh(...states);
    }),
    { numRuns: 200 },
  );
});
