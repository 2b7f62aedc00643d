import { describe, expect, it } from "vitest";
import { compileTemplate, looksLikeJson } from "./template.ts";

const TS = Date.UTC(2024, 0, 2, 3, 4, 5, 6);
const fill = (template: string | undefined, value: unknown) =>
  compileTemplate(template, "mqtt.p.c")(value, TS);

describe("templates", () => {
  it("sends the plain value without one", () => {
    expect([fill(undefined, 1.5), fill("{value}", "a"), fill(undefined, { a: 1 })]).toEqual([
      "1.5",
      "a",
      '{"a":1}',
    ]);
  });

  it("fills every placeholder and leaves other braces alone", () => {
    expect(fill("{chan}={value} um {ts} {iso} {x} {json}", "ä")).toBe(
      `mqtt.p.c=ä um ${TS} 2024-01-02T03:04:05.006Z {x} "ä"`,
    );
  });

  it("keeps JSON valid whatever the value is", () => {
    const text = 'a"b\\c\n$&';
    expect(JSON.parse(fill('{"v":"{value}","j":{json}}', text))).toEqual({ v: text, j: text });
    expect(JSON.parse(fill('{"v":{value}}', 2))).toEqual({ v: 2 });
    expect(JSON.parse(fill("[{value}]", { a: 1 }))).toEqual([{ a: 1 }]);
  });

  it("takes any number for a time", () => {
    const iso = compileTemplate("{iso}", "c");
    expect([1e308, -1e308, 8.64e15 + 1].map((ts) => iso(1, ts))).toEqual([
      "+275760-09-13T00:00:00.000Z",
      "-271821-04-20T00:00:00.000Z",
      "+275760-09-13T00:00:00.000Z",
    ]);
  });

  it("knows JSON by its look", () => {
    expect([' {"a":1}', "[1]", "{value}", "x{"].map(looksLikeJson)).toEqual([true, true, false, false]);
  });
});
