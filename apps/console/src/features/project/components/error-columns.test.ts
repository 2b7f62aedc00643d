import { describe, expect, it } from "vitest";
import { errorRows, errorText } from "../model/error-rows.ts";
import type { ProjectError } from "../run/run-state.ts";
import { errorColumns } from "./error-columns.tsx";

const error = (Ref: string, Level: ProjectError["Level"] = "error"): ProjectError => ({
  Ref,
  Channel: "mqtt.a.b",
  ErrCode: 1234,
  Attribute: "topic",
  ErrText: "falsch",
  Hint: "richtig",
  Level,
});
const headers = (...errors: ProjectError[]) => errorColumns(errorRows(errors)).map(({ header }) => header);
const ALWAYS = ["Zeile", "Channel", "ErrCode", "Attribute", "ErrText / Hint"];

describe("columns", () => {
  it("leave the file out when all errors are in the same one", () => {
    expect(headers(error("a.xlsx|mqtt|3"), error("a.xlsx|links|9"))).toEqual(ALWAYS);
  });
  it("show the file when the errors span more than one", () => {
    expect(headers(error("a.xlsx|mqtt|3"), error("b.csv|mqtt|3"))).toEqual(["Datei", ...ALWAYS]);
    expect(headers(error("a.xlsx|mqtt|3"), error(""))).toEqual(["Datei", ...ALWAYS]);
  });
  it("tell errors from warnings when there are both", () => {
    expect(headers(error("a.xlsx||"), error("a.xlsx||", "warning"))).toEqual(["Art", ...ALWAYS]);
    expect(headers(error("a.xlsx||", "warning"))).toEqual(ALWAYS);
  });
});

describe("rows", () => {
  it("split the reference", () => {
    expect(errorRows([error("haus.xlsx|mqtt|12")])[0]).toMatchObject({
      file: "haus.xlsx",
      table: "mqtt",
      line: 12,
    });
  });
  it.each(["", "haus.xlsx", "haus.xlsx|mqtt", "haus.xlsx|mqtt|"])("have no line in %j", (ref) => {
    expect(errorRows([error(ref)])[0]?.line).toBeNaN();
  });
  it("have keys of their own even for equal errors", () => {
    const keys = errorRows([error("a||1"), error("a||1")]).map(({ key }) => key);
    expect(new Set(keys).size).toBe(2);
  });
  it("sort by what the columns show, lines by number", () => {
    const rows = errorRows([error("a|b|2"), error("a|b|10")]);
    const line = errorColumns(rows).find(({ id }) => id === "line");
    expect(rows.map((row) => line?.value?.(row))).toEqual([2, 10]);
  });
});

it("stand below their sheet, with the file where there is more than one", () => {
  const sheets = (...refs: string[]) => errorRows(refs.map((ref) => error(ref))).map(({ sheet }) => sheet);
  expect(sheets("a.xlsx||", "a.xlsx|mqtt|3", "a.xlsx|links|")).toEqual([
    "Ganze Datei",
    "Tabelle „mqtt“",
    "Tabelle „links“",
  ]);
  expect(sheets("a.csv||", "a.csv|mqtt|3", "b.csv|mqtt|3", "||")).toEqual([
    "a.csv",
    "a.csv, Tabelle „mqtt“",
    "b.csv, Tabelle „mqtt“",
    "Ganze Datei",
  ]);
});

it("read well as text", () => {
  const rows = errorRows([
    error("a|mqtt|3"),
    { ...error("a|mqtt|4", "warning"), Hint: "" },
    error("a|links|"),
  ]);
  expect(errorText(rows)).toBe(`Tabelle „mqtt“

Fehler 1234, Zeile 3, mqtt.a.b, topic: falsch
  richtig

Warnung 1234, Zeile 4, mqtt.a.b, topic: falsch

Tabelle „links“

Fehler 1234, mqtt.a.b, topic: falsch
  richtig
`);
});
