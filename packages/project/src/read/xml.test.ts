import { describe, expect, it } from "vitest";
import { XmlProblem, XmlReader } from "./xml.ts";

function read(text: string, piece = text.length): { opened: number; text: string } {
  const seen = { opened: 0, text: "" };
  const xml = new XmlReader({
    open: () => void (seen.opened += 1),
    close: () => undefined,
    text: (value) => void (seen.text += value),
  });
  for (let at = 0; at < text.length; at += piece) xml.push(Buffer.from(text.slice(at, at + piece)));
  xml.end();
  return seen;
}
const nested = (levels: number) => "<a>".repeat(levels) + "</a>".repeat(levels);

describe("XML from outside", () => {
  it("is read 200 levels deep and no deeper", () => {
    expect(read(nested(200)).opened).toBe(200);
    expect(() => read(nested(201))).toThrow(new XmlProblem("nested too deeply"));
    expect(() => read("<a>".repeat(100_000))).toThrow(new XmlProblem("nested too deeply"));
  });

  it("has no document type, in whatever pieces it comes", () => {
    for (const piece of [1, 7, 1_000])
      expect(() => read('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', piece)).toThrow(
        new XmlProblem("document types are not read"),
      );
  });

  it("has no tag longer than a mebibyte, and does not wait for its end", () => {
    expect(() => read(`<a>${"<b c='".padEnd(1_100_000, "x")}`, 65_536)).toThrow(
      new XmlProblem("a tag is too long"),
    );
  });

  it("ends with its last tag", () => {
    for (const text of ["", "<a>", "<a></b>", "<a/><"]) expect(() => read(text)).toThrow(XmlProblem);
  });
});
