/**
 * The part of Markdown in which `docs/projektformat.md` is written (CommonMark with tables): headings, paragraphs, lists,
 * tables; code, strong and emphasis within a line. The text comes with the console, so nothing else can occur in it.
 */
export type Block = { id: string } & Content;
type Content =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; head: string[]; rows: string[][] };

export interface Section {
  /** Empty before the first heading of level 2. */
  title: string;
  blocks: Block[];
}

const ITEM = /^(?:- |\d+\. )/;

export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ title: "", blocks: [] }];
  for (const block of blocksOf(markdown)) {
    if (block.kind === "heading" && block.level === 1) continue;
    if (block.kind === "heading" && block.level === 2) sections.push({ title: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

function blocksOf(markdown: string): Block[] {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, "")
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part, index) => ({ ...blockOf(part), id: String(index) }));
}

function blockOf(part: string): Content {
  const heading = /^(#{1,6}) (.*)$/.exec(part);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" };
  const lines = part.split("\n");
  if (part.startsWith("| ")) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: "table", head, rows };
  }
  if (ITEM.test(part)) {
    const items: string[] = [];
    for (const line of lines) {
      if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
      else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    return { kind: "list", ordered: /^\d/.test(part), items };
  }
  return { kind: "paragraph", text: lines.join(" ") };
}

/** A bar within a cell has a backslash before it. */
function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

export interface Span {
  kind: "text" | "code" | "strong" | "em";
  text: string;
  /** Where it stands in the line. */
  at: number;
}

export const plainText = (text: string): string => text.replaceAll("`", "");

/** `**bold**` may hold code, whose signs are then left out. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: part, index: at } of text.matchAll(/`[^`]+`|\*\*.+?\*\*|\*[^*\s][^*]*\*|[^`*]+|[`*]/g)) {
    if (part.length > 2 && part.startsWith("`")) spans.push({ kind: "code", text: part.slice(1, -1), at });
    else if (part.length > 4 && part.startsWith("**"))
      spans.push({ kind: "strong", text: plainText(part.slice(2, -2)), at });
    else if (part.length > 2 && part.startsWith("*")) spans.push({ kind: "em", text: part.slice(1, -1), at });
    else spans.push({ kind: "text", text: part, at });
  }
  return spans;
}
