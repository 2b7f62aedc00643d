import { type CallSpec, CODES, calls } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import { auditTexts } from "../../../texts/index.ts";
import type { AuditEntry } from "../api/audit.ts";
import { AREAS, callsOf } from "./areas.ts";
import { parseAuditSearch } from "./audit-search.ts";
import { groupsOf, isOpen, withOpen } from "./groups.ts";
import { actionOf, callsFor, fieldOf, labelOf, resultOf } from "./labels.ts";
import { valueRows } from "./values.ts";

describe("calls in words", () => {
  it("has words for every call that leaves an entry", () => {
    const specs: [string, CallSpec][] = Object.entries(calls);
    const without = specs.filter(([name, { mutates }]) => mutates && auditTexts.what[name] === undefined);
    expect(without.map(([name]) => name)).toEqual([]);
  });
  it("finds calls by their words", () => {
    expect(callsFor("neu gestartet")).toContain("hubRestart");
    expect(callsFor("")).toEqual([]);
    expect(labelOf("unknownCall")).toBe("unknownCall");
  });
});

it("tells a check from an upload", () => {
  expect(actionOf({ call: "projectRun", after: { action: "check" } })).toBe("Projekt geprüft");
  expect(actionOf({ call: "projectRun", after: { action: "upload" } })).toBe("Projekt hochgeladen");
  expect(actionOf({ call: "projectRun", after: { action: "toString" } })).toBe(labelOf("projectRun"));
  expect(actionOf({ call: "projectRun", after: null })).toBe(labelOf("projectRun"));
});

it("says what became of a call", () => {
  expect(resultOf({ call: "login", result: 401 })).toBe("Falsches Passwort");
  expect(resultOf({ call: "podRestart", result: 401 })).toBe("Nicht angemeldet");
  expect(resultOf({ call: "podRestart", result: 0 })).toBe("Erfolgreich");
  expect(resultOf({ call: "changePw", result: 1200 })).toBe("Aktuelles Passwort falsch");
  expect(resultOf({ call: "podRestart", result: 1234 })).toBe("Fehler 1234");
});

it("has words for every result code", () => {
  const said = Object.values(CODES).map((result) => resultOf({ call: "podRestart", result }));
  expect(said.filter((text) => /\d/.test(text))).toEqual([]);
});

describe("areas", () => {
  it("hold every call that has words, each once, and no other", () => {
    const listed = AREAS.flatMap(callsOf);
    expect(listed.toSorted()).toEqual(Object.keys(auditTexts.what).toSorted());
    expect(Object.keys(auditTexts.areas)).toEqual([...AREAS]);
  });
  it("fit into an address", () => {
    for (const area of AREAS) expect(callsOf(area).join(",").length).toBeLessThan(4000);
  });
});

it("folds signing in and out, but nothing that failed", () => {
  const entry = (id: number, call: string, result = 0): AuditEntry => ({
    id,
    ts: id,
    address: "",
    call,
    result,
    before: null,
    after: null,
  });
  const groups = groupsOf([
    entry(9, "login"),
    entry(8, "logout"),
    entry(7, "login", 401),
    entry(6, "login"),
    entry(5, "podRestart"),
    entry(4, "logout"),
    entry(3, "login"),
    entry(2, "login"),
  ]);
  expect(groups.map(({ entry: { id }, folded }) => [id, folded.length])).toEqual([
    [9, 2],
    [7, 0],
    [6, 0],
    [5, 0],
    [4, 3],
  ]);
  expect(groupsOf([])).toEqual([]);
});

it("names fields in words, unknown ones as they are", () => {
  expect(fieldOf("target.host")).toBe("Ziel › Adresse");
  expect(fieldOf("list.0.constructor")).toBe("list › 0 › constructor");
});

it("shows what lies deep by its path", () => {
  expect(
    valueRows({
      use: true,
      target: { host: "10.0.0.1", pwd: "•••" },
      list: ["a", true],
      interfaces: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }],
      empty: {},
      none: null,
    }),
  ).toEqual([
    { name: "use", text: "ja" },
    { name: "target.host", text: "10.0.0.1" },
    { name: "target.pwd", text: "•••" },
    { name: "list", text: "a, ja" },
    { name: "interfaces.1.ip", text: "10.0.0.1" },
    { name: "interfaces.2.ip", text: "10.0.0.2" },
    { name: "empty", text: "–" },
    { name: "none", text: "–" },
  ]);
  expect(
    valueRows({ action: "upload", role: "toString", kind: "constructor" }).map(({ text }) => text),
  ).toEqual(["Hochladen", "toString", "constructor"]);
  expect(valueRows({ file: "haus.lua", size: 2_048 })).toEqual([
    { name: "file", text: "haus.lua" },
    { name: "size", text: "2,00\u00a0kB" },
  ]);
  expect(valueRows(null)).toEqual([]);
  expect(valueRows({ version: null })).toEqual([]);
  const checksum = "2e7ae9f20b314733".padEnd(64, "a");
  expect(valueRows({ checksum })).toEqual([{ name: "checksum", text: "2e7ae9f20b314733", whole: checksum }]);
  expect(valueRows("x")).toEqual([{ name: "", text: "x" }]);
});

it("takes search and page from an address as they fit", () => {
  expect(parseAuditSearch({ filter: "a", page: "3" })).toEqual({ filter: "a", page: 3 });
  expect(parseAuditSearch({ filter: [], page: -1, area: "toString" })).toEqual({});
  expect(parseAuditSearch({ area: "backup", page: 1 })).toEqual({ area: "backup" });
  expect(parseAuditSearch({ area: "", filter: "" })).toEqual({});
});

describe("folded lines that are open", () => {
  const folded = (...ids: number[]) => ids.map((id) => ({ id }) as AuditEntry);
  it("stay so while newer entries join them, each by itself", () => {
    const opened = withOpen(withOpen("", folded(9, 8), true), folded(5, 4, 3), true);
    expect(opened).toBe("8,3");
    expect(isOpen(opened, folded(11, 10, 9, 8))).toBe(true);
    expect(isOpen(opened, folded(5, 4))).toBe(false);
    expect(withOpen(opened, folded(9, 8), false)).toBe("3");
    expect(withOpen("3", folded(5, 4, 3), false)).toBe("");
  });
});
