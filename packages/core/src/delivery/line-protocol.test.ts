import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { point } from "./line-protocol.ts";

/** Reads a line as the reference describes it: independent of the writer. */
function read(line: string) {
  const parts = split(line, " ");
  const [head = "", fieldText = "", time = ""] = parts;
  const [measurement = "", ...tags] = split(head, ",");
  const pair = (text: string) => split(text, "=").map(unescaped);
  return {
    parts: parts.length,
    measurement: unescaped(measurement),
    tags: Object.fromEntries(tags.map(pair)) as Record<string, string>,
    fields: Object.fromEntries(
      split(fieldText, ",").map((text) => {
        const [name = "", value = ""] = split(text, "=");
        return [unescaped(name), value];
      }),
    ) as Record<string, string>,
    time: Number(time),
  };
}

/** At a separator that is neither escaped nor within quotes. */
function split(text: string, separator: string): string[] {
  const parts = [""];
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? "";
    if (character === "\\" && i + 1 < text.length) {
      parts[parts.length - 1] += character + (text[(i += 1)] ?? "");
      continue;
    }
    if (character === '"') quoted = !quoted;
    if (character === separator && !quoted) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

const unescaped = (text: string) => text.replace(/\\([,= ])/g, "$1");
/** Backslashes and quotes in names are read in several ways by servers; the ids of this product have none. */
const name = fc.string({ minLength: 1, maxLength: 20 }).map((text) => text.replace(/[\\"\r\n\t]/g, "x"));

describe("line protocol", () => {
  it("writes what the reference shows", () => {
    expect(
      point("my table", { "pod id": "a,b=c d", empty: "" }, { s: 'say "hi" \\ there', n: 1.5, b: true }, 7),
    ).toBe('my\\ table,pod\\ id=a\\,b\\=c\\ d s="say \\"hi\\" \\\\ there",n=1.5,b=true 7');
    expect(point("m", { t: "line\nbreak\\" }, { i: 3n }, 1)).toBe("m,t=line\\ break/ i=3i 1");
  });
  it("keeps every name and tag, whatever they are", () => {
    fc.assert(
      fc.property(name, name, name, fc.string({ maxLength: 20 }), (measurement, tag, field, text) => {
        const line = point(measurement, { [tag]: "v w" }, { [field]: text }, 9);
        const { parts, measurement: m, tags, fields, time } = read(line);
        expect({ parts, m, tag: tags[tag], time }).toEqual({ parts: 3, m: measurement, tag: "v w", time: 9 });
        expect(fields[field]?.slice(1, -1).replace(/\\(["\\])/g, "$1")).toBe(text);
      }),
    );
  });
});
