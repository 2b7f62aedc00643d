import { describe, expect, it } from "vitest";
import type { ConstantRow } from "../api/constants.ts";
import { Drafts } from "./drafts.ts";
import { shownValue, textOf, valueOf } from "./value-text.ts";

const row = (over: Partial<ConstantRow> = {}): ConstantRow => ({
  channel: "const.main.a",
  value: 21.5,
  label: "",
  type: "float",
  project: 21.5,
  edited: false,
  active: 21.5,
  ...over,
});

describe("what was typed", () => {
  it("tells the field and the count only, and is gone once it says what is stored", () => {
    const drafts = new Drafts();
    const told: string[] = [];
    drafts.onChange("const.main.a", () => told.push("a"));
    drafts.onChange("const.main.b", () => told.push("b"));
    drafts.onCount(() => told.push(`count ${drafts.count}`));
    drafts.type(row(), "2");
    drafts.type(row(), "22");
    drafts.type(row(), "21,5");
    expect(told).toEqual(["a", "count 1", "a", "a", "count 0"]);
  });

  it("remembers what was stored when typing began, over somebody else's save", () => {
    const drafts = new Drafts();
    drafts.type(row(), "22");
    drafts.type(row({ value: 19 }), "23");
    expect(drafts.get("const.main.a")).toEqual({ text: "23", base: "21,5" });
    drafts.drop();
    expect(drafts.get("const.main.a")).toBeUndefined();
  });
});

describe("values as text", () => {
  it.each<[ConstantRow["type"], unknown, string]>([
    ["float", -0.5, "-0,5"],
    ["int", 7, "7"],
    ["bool", true, "true"],
    ["string", "a\nb", "a\nb"],
    ["json", "a", '"a"'],
    ["json", { a: [1.5] }, '{"a":[1.5]}'],
    ["json", 1.5, "1.5"],
  ])("%s %j comes back as it was", (type, value, text) => {
    expect(textOf(type, value)).toBe(text);
    expect(valueOf(row({ type }), text)).toEqual({ value });
  });

  it.each<[ConstantRow["type"], string, string]>([
    ["float", "1.234,5", "Erlaubt ist eine Zahl, zum Beispiel 21,5."],
    ["float", "", "Erlaubt ist eine Zahl, zum Beispiel 21,5."],
    ["int", "1,5", "Erlaubt ist eine ganze Zahl."],
    ["json", "{", "Das ist kein gültiges JSON."],
  ])("%s refuses %j", (type, text, fault) => {
    expect(valueOf(row({ type }), text)).toEqual({ fault });
  });

  it("takes a point or a comma, and is held to the limits", () => {
    expect(valueOf(row(), "1.5")).toEqual({ value: 1.5 });
    expect(valueOf(row(), " −3,25 ")).toEqual({ value: -3.25 });
    expect(valueOf(row({ max: 10 }), "11")).toEqual({ fault: "Erlaubt ist höchstens 10." });
  });

  it("are shown as people write them", () => {
    expect([true, "x", 1.5, null, [1]].map(shownValue)).toEqual(["ja", "„x“", "1,5", "null", "[1]"]);
  });
});
