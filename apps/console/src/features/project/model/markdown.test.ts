import { describe, expect, it } from "vitest";
import text from "../../../../../../docs/projektformat.md?raw";
import { sectionsOf, spansOf } from "./markdown.ts";

describe("the document", () => {
  const sections = sectionsOf(text);
  it("begins with what comes before the first section, and has one for each table and pod type", () => {
    expect(sections[0]?.title).toBe("");
    const titles = sections.map(({ title }) => title);
    for (const title of ["Werte", "Tabelle `links`", "Pod-Typ `mqtt`: MQTT", "Fehler und Warnungen"]) {
      expect(titles).toContain(title);
    }
  });
  it("has rows as wide as their headings, and no sign of Markdown left over", () => {
    const blocks = sections.flatMap((section) => section.blocks);
    for (const block of blocks) {
      if (block.kind !== "table") continue;
      expect(block.rows.filter((row) => row.length !== block.head.length)).toEqual([]);
    }
    const texts = blocks.flatMap((block) =>
      block.kind === "table" ? block.rows.flat() : block.kind === "list" ? block.items : [block.text],
    );
    const plain = texts.flatMap((line) => spansOf(line).filter(({ kind }) => kind !== "code"));
    expect(plain.map((span) => span.text).filter((line) => /`|\*\*/.test(line))).toEqual([]);
  });
});

it("tells lists, paragraphs, headings and tables apart", () => {
  const [first, second] = sectionsOf(
    "# A\n\nb\nc\n\n- d\n  e\n- f\n\n## G\n\n1. h\n2. i\n\n### J\n\n| k | l |\n| --- | --- |\n| `m\\|n` |  |",
  );
  expect(first?.blocks).toMatchObject([
    { kind: "paragraph", text: "b c" },
    { kind: "list", ordered: false, items: ["d e", "f"] },
  ]);
  expect(second).toMatchObject({
    title: "G",
    blocks: [
      { kind: "list", ordered: true, items: ["h", "i"] },
      { kind: "heading", level: 3, text: "J" },
      { kind: "table", head: ["k", "l"], rows: [["`m|n`", ""]] },
    ],
  });
});

it("marks code, strong and emphasis, and leaves lone signs alone", () => {
  expect(spansOf("a `b*c` **d `e`** *f* g * h")).toMatchObject([
    { kind: "text", text: "a " },
    { kind: "code", text: "b*c" },
    { kind: "text", text: " " },
    { kind: "strong", text: "d e" },
    { kind: "text", text: " " },
    { kind: "em", text: "f" },
    { kind: "text", text: " g " },
    { kind: "text", text: "*" },
    { kind: "text", text: " h" },
  ]);
});
