/** The parts of a workbook and how they refer to each other (ECMA-376 part 2; part 1, 18.2). */
import { type Budget, ReadProblem } from "../budget.ts";
import { attributesOf, type XmlHandler, XmlProblem, XmlReader } from "../xml.ts";
import type { Archive } from "../zip.ts";

export interface WorkbookParts {
  sheets: { name: string; part: string; hidden: boolean }[];
  strings: string | undefined;
  styles: string | undefined;
  from1904: boolean;
  externalLinks: boolean;
  macros: boolean;
}

interface Relation {
  /** Last word of its type, e.g. `worksheet`. */
  type: string;
  target: string;
}

/** Reads one part through a handler; faults in it are reported with the part's name. */
export async function readPart(archive: Archive, part: string, handler: XmlHandler): Promise<void> {
  const xml = new XmlReader(handler);
  try {
    await archive.read(part, (chunk) => xml.push(chunk));
    xml.end();
  } catch (error) {
    if (error instanceof XmlProblem) throw new ReadProblem("brokenWorkbook", { part });
    throw error;
  }
}

export async function workbookParts(archive: Archive, budget: Budget): Promise<WorkbookParts> {
  const root = await relations(archive, "_rels/.rels", "");
  const workbook = [...root.values()].find((relation) => relation.type === "officeDocument")?.target;
  const book = workbook ?? "xl/workbook.xml";
  if (!archive.has(book)) throw new ReadProblem("brokenWorkbook", { part: book });
  const folder = book.slice(0, book.lastIndexOf("/") + 1);
  const related = await relations(archive, `${folder}_rels/${book.slice(folder.length)}.rels`, folder);

  const sheets: WorkbookParts["sheets"] = [];
  let from1904 = false;
  await readPart(archive, book, {
    open(name, raw) {
      if (name === "workbookPr") {
        const flag = attributesOf(raw).get("date1904");
        from1904 = flag === "1" || flag === "true";
      } else if (name === "sheet") {
        const attributes = attributesOf(raw);
        const target = related.get(attributes.get("id") ?? "");
        const title = attributes.get("name") ?? "";
        budget.text(title.length);
        if (target?.type === "worksheet" && archive.has(target.target)) {
          const state = attributes.get("state") ?? "visible";
          sheets.push({ name: title.slice(0, 255), part: target.target, hidden: state !== "visible" });
        }
      }
    },
    text() {},
    close() {},
  });
  if (sheets.length === 0) throw new ReadProblem("brokenWorkbook", { part: book });

  const all = [...related.values()];
  const partOf = (type: string) =>
    all.find((relation) => relation.type === type && archive.has(relation.target))?.target;
  return {
    sheets,
    strings: partOf("sharedStrings"),
    styles: partOf("styles"),
    from1904,
    externalLinks: all.some((relation) => relation.type === "externalLink"),
    macros: all.some((relation) => relation.type === "vbaProject"),
  };
}

async function relations(archive: Archive, part: string, folder: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  if (!archive.has(part)) return found;
  await readPart(archive, part, {
    open(name, raw) {
      if (name !== "Relationship") return;
      const attributes = attributesOf(raw);
      const type = attributes.get("Type") ?? "";
      found.set(attributes.get("Id") ?? "", {
        type: type.slice(type.lastIndexOf("/") + 1),
        target: resolvePart(folder, attributes.get("Target") ?? ""),
      });
    },
    text() {},
    close() {},
  });
  return found;
}

/** A part's name from a target relative to `folder`; absolute targets begin with `/`. */
function resolvePart(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const parts = folder.split("/").filter((part) => part !== "");
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
