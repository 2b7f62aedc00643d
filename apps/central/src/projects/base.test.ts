import { InvalidInputError } from "@hubwart/core";
import { expect, it } from "vitest";
import { type BaseSheet, baseOf, projectFor, SITES_MOST } from "./base.ts";

const sheet = (name: string, columns: string[], ...rows: BaseSheet["rows"]): BaseSheet => ({
  name,
  above: [],
  columns,
  rows,
});
const PODS = sheet(
  "pods",
  ["id", "host", "port", "label"],
  ["modb.a", "{{host}}", "{{ port }}", "Zähler {{house}} ({{port}})"],
);
const SITES = sheet(
  "Sites",
  ["site", "host", "port", "house", "_note"],
  ["Nord", "10.0.0.1", 502, "N", "alt"],
  ["# aus", null, null, null, null],
  [null, "", null, null, null],
  ["Süd", "10.0.0.2", 1502, null, null],
);

it("gives each site its own values: a number stays one, and what is missing is empty", () => {
  const base = baseOf([PODS, SITES], { "a.lua": "local t = {{host}}" });
  expect(base.parameters).toEqual(["host", "port", "house"]);
  expect(base.sites.map(({ site }) => site)).toEqual(["Nord", "Süd"]);
  const north = projectFor(base, "Nord");
  expect(north.sheets).toEqual([{ ...PODS, rows: [["modb.a", "10.0.0.1", 502, "Zähler N (502)"]] }]);
  expect(projectFor(base, "Süd").sheets[0]?.rows).toEqual([["modb.a", "10.0.0.2", 1502, "Zähler  (1502)"]]);
  // In Lua two braces are a table in a table.
  expect(north.scripts).toEqual({ "a.lua": "local t = {{host}}" });
});

it("leaves a value alone that looks like a place itself", () => {
  const base = baseOf(
    [PODS, sheet("sites", ["site", "host", "port", "house"], ["Nord", "{{port}}", 1, "$&"])],
    {},
  );
  expect(projectFor(base, "Nord").sheets[0]?.rows).toEqual([["modb.a", "{{port}}", 1, "Zähler $& (1)"]]);
});

it.each<[string, BaseSheet[], string]>([
  ["without the table", [PODS], "„sites“ fehlt"],
  ["without its column", [PODS, sheet("sites", ["name", "host"], ["Nord", "x"])], "„site“"],
  ["without a row", [sheet("sites", ["site"], [null])], "keine Zeile"],
  ["a site twice", [sheet("sites", ["site"], ["Nord"], [" Nord "])], "„Nord“ steht zweimal"],
  ["a row without a name", [sheet("sites", ["site", "host"], ["Nord", "a"], ["", "b"])], "Zeile 2"],
  [
    "a column twice",
    [sheet("sites", ["site", "host", "host"], ["Nord", "a", "b"])],
    "„host“ gibt es zweimal",
  ],
  ["a column that is no name", [sheet("sites", ["site", "größe"], ["Nord", 1])], "„größe“ ist kein"],
  [
    "a place without a column",
    [PODS, sheet("sites", ["site", "host", "port"], ["Nord", "a", 1])],
    "„{{house}}“",
  ],
  [
    "too many sites",
    [sheet("sites", ["site"], ...Array.from({ length: SITES_MOST + 1 }, (_, nr) => [`s${nr}`]))],
    "mehr als 1000",
  ],
])("refuses a workbook %s", (_, sheets, said) => {
  expect(() => baseOf(sheets, {})).toThrow(InvalidInputError);
  expect(() => baseOf(sheets, {})).toThrow(said);
});

it("is not misled by names of what every object has", () => {
  const base = baseOf(
    [sheet("pods", ["id"], ["{{constructor}}"]), sheet("sites", ["site", "constructor"], ["Nord", "c"])],
    {},
  );
  expect(projectFor(base, "Nord").sheets[0]?.rows).toEqual([["c"]]);
});
