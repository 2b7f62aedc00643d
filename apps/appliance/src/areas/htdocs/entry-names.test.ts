import { describe, expect, it } from "vitest";
import { DEPTH, EntryNames } from "./entry-names.ts";

const take = (...names: string[]) => {
  const book = new EntryNames();
  return names.map((name) => book.take(name));
};

describe("names of an archive", () => {
  it("are taken apart, folders may come again", () => {
    expect(take("a/", "a/b.txt", "a/c/d.txt", "größe.css")).toEqual([
      ["a"],
      ["a", "b.txt"],
      ["a", "c", "d.txt"],
      ["größe.css"],
    ]);
  });

  it.each([
    [["/etc/passwd"], "absoluten Pfad"],
    [["\\\\server\\x"], "absoluten Pfad"],
    [["C:/x"], "absoluten Pfad"],
    [["../x"], "führt aus dem Ordner hinaus"],
    [["a/../../x"], "führt aus dem Ordner hinaus"],
    [["a/.."], "führt aus dem Ordner hinaus"],
    [["a//b"], "unvollständigen Pfad"],
    [["./a"], "unvollständigen Pfad"],
    [[""], "unvollständigen Pfad"],
    [["a\0b"], "unzulässige Zeichen"],
    [["a\\b"], "unzulässige Zeichen"],
    [["ä".repeat(128)], "zu langen Namen"],
    [[`${"x".repeat(200)}/`.repeat(6) + "x"], "zu langen Namen"],
    [["d/".repeat(DEPTH) + "x"], "liegt tiefer"],
    [["a.txt", "a.txt"], "kommt mehrfach vor"],
    [["Plan.html", "plan.HTML"], "nur in der Schreibweise von „Plan.html“"],
    [["A/x", "a/y"], "nur in der Schreibweise"],
    [["\u00e4", "a\u0308"], "nur in der Schreibweise"],
    [["a", "a/b"], "zugleich Datei und Ordner"],
    [["a/b", "A"], "zugleich Datei und Ordner"],
  ])("%j is refused", (names, why) => {
    expect(() => take(...names)).toThrow(why);
  });

  it("are shown without control characters and not endless", () => {
    try {
      take(`\u202e${"x".repeat(2_000)}\u0007`);
      expect.fail();
    } catch (error) {
      const { message } = error as Error;
      expect(message).toMatch(/^Der Eintrag „\ufffdx+…“ /);
      expect(message.length).toBeLessThan(250);
    }
  });
});
