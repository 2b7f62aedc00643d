import { describe, expect, it } from "vitest";
import { RecordLines } from "./record-line.ts";

const AT = 1_700_000_000_000;

describe("records as lines", () => {
  it("have number, text, quality and a time in ns", () => {
    const lines = new RecordLines();
    expect(lines.line("mqtt.a.x", AT, 21.5, 0)).toBe(
      ",channel=mqtt.a.x value=21.5,quality=0i 1700000000000000000",
    );
    expect(lines.line("mqtt.a.b", AT, true, 1)).toBe(
      ",channel=mqtt.a.b value=1,quality=1i 1700000000000000000",
    );
    expect(lines.line("mqtt.a.t", AT, 'a "b"', 0)).toBe(
      ',channel=mqtt.a.t text="a \\"b\\"",quality=0i 1700000000000000000',
    );
    expect(lines.line("mqtt.a.j", AT, { a: [1] }, 0)).toBe(
      ',channel=mqtt.a.j text="{\\"a\\":[1]}",quality=0i 1700000000000000000',
    );
  });

  it("leave out what is no number, and keep its quality", () => {
    const lines = new RecordLines();
    for (const value of [undefined, null, Number.NaN, Number.POSITIVE_INFINITY])
      expect(lines.line("a", AT, value, 2)).toMatch(/^,channel=a quality=2i 17000000000000\d{5}$/);
  });

  it("have times of their own where one channel has several values in a ms", () => {
    const lines = new RecordLines();
    const times = [AT, AT, AT, AT + 1, AT].map((time) => lines.line("a", time, 1, 0).split(" ").at(-1));
    expect(times.slice(0, 4)).toEqual([
      "1700000000000000000",
      "1700000000000001000",
      "1700000000000002000",
      "1700000000001000000",
    ]);
    expect(lines.line("b", AT, 1, 0)).toContain(" 1700000000000000000");
  });
});
