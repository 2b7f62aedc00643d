import { expect, test } from "vitest";
import { diffProjects, isLinkOnlyChange } from "../diff.ts";
import { tablesOf } from "../entry/tables-of.ts";
import { compileTables, faults, goodTables, type Rows, testSchemas } from "../testing/project.ts";

const project = goodTables()["project"] ?? [];
const tables = (area: string | null, more: { equip?: string; point?: string; pod?: string } = {}) => ({
  project,
  pods: [
    ["id", "host", "area"],
    ["bus.a", "127.0.0.1", more.pod ?? null],
  ] as Rows,
  bus: [
    ["pod", "channel", "address", "area", "equip", "point"],
    ["a", "temp", 1, area, more.equip ?? null, more.point ?? null],
    ["a", "other", 2, null, null, null],
  ] as Rows,
});
const faultsOf = async (...given: Parameters<typeof tables>) => faults(await compileTables(tables(...given)));

test.each([
  ["Haus//EG", "areaEmptyPart bus:2 area"],
  ["Haus/EG/", "areaEmptyPart bus:2 area"],
  ["Haus / EG", "oddSpaces bus:2 area"],
  ["Haus/Büro  2", "oddSpaces bus:2 area"],
  ["a/b/c/d/e/f/g", "areaTooDeep bus:2 area"],
  [`Haus/${"x".repeat(61)}`, "areaPartTooLong bus:2 area"],
  ["x/".repeat(120), "tooLong bus:2 area"],
])("an area %j is refused", async (area, fault) => {
  expect(await faultsOf(area)).toEqual([fault]);
});

test("odd spaces are told with how it is written", async () => {
  const { errors } = await compileTables(tables("Haus / EG"));
  expect(errors[0]).toMatchObject({
    ErrText: "In „Haus / EG“ stehen überzählige oder besondere Leerzeichen",
    Hint: "Schreiben Sie „Haus/EG“, damit gleiche Namen überall gleich geschrieben sind.",
  });
});

test("two spellings of one area are a warning that names the first", async () => {
  const result = await compileTables(tables("Haus/EG", { pod: "Haus/eg" }));
  expect(result.compiled).toBeDefined();
  expect(faults(result)).toEqual(["areaSpelling bus:2 area"]);
});

test("words of a point are those of Project Haystack; the nearest is offered", async () => {
  expect(await faultsOf("Haus", { equip: "Lüftung 1", point: "zone air temp sensor" })).toEqual([]);
  const { errors } = await compileTables(tables("Haus", { point: "zone air tempp sensor" }));
  expect(errors[0]).toMatchObject({ ErrText: "„tempp“ ist kein Wort von Project Haystack" });
  expect(errors[0]?.Hint).toContain("Meinten Sie „temp“?");
});

test("rows of one pod may not disagree on its area", async () => {
  const pods: Rows = [
    ["id", "iface", "host", "area", "equip"],
    ["bus.a", "main", "127.0.0.1", "Haus", "L1"],
    ["bus.a", "zwei", "127.0.0.1", "Hof", "L2"],
  ];
  expect(faults(await compileTables({ ...tables(null), pods }))).toEqual([
    "podConflict pods:3 area",
    "podConflict pods:3 equip",
  ]);
});

test("areas come back as tables, are told in the diff, and restart no pod", async () => {
  const placed = await compileTables(tables("Haus/EG", { equip: "L1", point: "temp sensor", pod: "Haus" }));
  const without = await compileTables(tables(null));
  if (!placed.compiled || !without.compiled) throw new Error("not compiled");
  const { tables: sheets } = tablesOf(placed.compiled, testSchemas);
  const cells = sheets.find(({ name }) => name === "bus")?.rows.map((row) => row.cells);
  expect(cells?.[0]).toEqual(["pod", "channel", "area", "equip", "point", "address"]);
  expect(cells).toContainEqual(["a", "temp", "Haus/EG", "L1", "temp sensor", 1]);
  expect(isLinkOnlyChange(without.compiled, placed.compiled)).toBe(true);
  const { changes } = diffProjects(without.compiled, placed.compiled, testSchemas);
  expect(changes.map(({ chan, fields }) => [chan, fields?.map(({ field }) => field)])).toEqual([
    ["bus.a.temp", ["area", "equip", "point"]],
    ["bus.pod.a", ["area"]],
  ]);
});

test("a project without areas has no word of them", async () => {
  const { compiled } = await compileTables(goodTables());
  expect(JSON.stringify(compiled)).not.toMatch(/"(area|equip|point)"/);
});
