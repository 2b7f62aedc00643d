/**
 * Makes an SVG anew from what may stand in it: shapes, text, colours, references within. Whatever else there is goes: scripts,
 * handlers, animations, foreign content, references to elsewhere, document types. Since only listed names and checked values are
 * written, it does not matter whether a browser would read the original in another way.
 *
 *     const { removed, svg } = cleanSvg(bytes);
 *
 * Sources: SVG 2 (W3C CR, 2018), chapters 5 to 14; the attributes are those of its appendix "Attribute index".
 */
import { attributesOf, XmlProblem, XmlReader } from "@hubwart/project/xml";
import { hasSafeValue, isAllowedAttribute, isAllowedElement, safeStyle } from "./svg-allowed.ts";
import { costOf } from "./svg-cost.ts";
import type { SvgNode } from "./svg-node.ts";
import { texts } from "./texts.ts";

/** With a German sentence for people. */
export class SvgProblem extends Error {}

/** Elements that are drawn, those that are drawn again by reference counted each time. */
const DRAWN_MAX = 100_000;
/** Pages make pictures smaller, not larger. */
const SHOWN_WIDTH = 1_000;
/** Different elements that are told. */
const TOLD = 20;

export function cleanSvg(bytes: Uint8Array): { svg: string; removed: string[] } {
  const removed = new Set<string>();
  const root = parsed(bytes, removed);
  if (root?.name !== "svg") throw new SvgProblem(texts.noSvg);
  const box = boxOf(root);
  if (!box) throw new SvgProblem(texts.noSize);
  for (const name of ["x", "y", "width", "height", "viewBox"]) root.attributes.delete(name);
  root.attributes.set("viewBox", box.join(" "));
  const [, , width = 1, height = 1] = box;
  const scale = Math.max(1, SHOWN_WIDTH / width);
  root.attributes.set("width", String(width * scale));
  root.attributes.set("height", String(height * scale));
  if (costOf(root, DRAWN_MAX) > DRAWN_MAX) throw new SvgProblem(texts.tooComplex);
  return { svg: written(root, ' xmlns="http://www.w3.org/2000/svg"'), removed: [...removed].slice(0, TOLD) };
}

function parsed(bytes: Uint8Array, removed: Set<string>): SvgNode | undefined {
  const open: SvgNode[] = [];
  let root: SvgNode | undefined;
  /** Depth inside something that is not kept. */
  let skipped = 0;
  const xml = new XmlReader({
    open(name, raw) {
      if (skipped > 0 || !isAllowedElement(name)) {
        if (skipped === 0) removed.add(name.slice(0, 40));
        skipped += 1;
        return;
      }
      const node = { name, attributes: allowedOf(name, attributesOf(raw)), children: [] };
      if (open.length === 0) root ??= node;
      open.at(-1)?.children.push(node);
      open.push(node);
    },
    close() {
      if (skipped > 0) skipped -= 1;
      else open.pop();
    },
    text(value) {
      if (skipped === 0) open.at(-1)?.children.push(value);
    },
  });
  try {
    xml.push(bytes);
    xml.end();
  } catch (error) {
    if (error instanceof XmlProblem) throw new SvgProblem(texts.noSvg);
    throw error;
  }
  return root;
}

function allowedOf(element: string, given: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...given].filter(([name, value]) => isAllowedAttribute(name) && hasSafeValue(element, name, value)),
  );
}

const SIZE = /^\s*(\d+(?:\.\d+)?)\s*(?:px|pt|mm|cm|in)?\s*$/;

function boxOf({ attributes }: SvgNode): number[] | undefined {
  const given = attributes
    .get("viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const sizes = ["width", "height"].map((name) =>
    Number(SIZE.exec(attributes.get(name) ?? "")?.[1] ?? Number.NaN),
  );
  const box = given?.length === 4 ? given : [0, 0, ...sizes];
  const [, , width = 0, height = 0] = box;
  return box.every(Number.isFinite) && width > 0 && height > 0 ? box : undefined;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

function written({ attributes, children, name }: SvgNode, more = ""): string {
  const said = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join("");
  const inner =
    name === "style"
      ? escaped(safeStyle(children.filter((child) => typeof child === "string").join("")))
      : children.map((child) => (typeof child === "string" ? escaped(child) : written(child))).join("");
  return `<${name}${more}${said}>${inner}</${name}>`;
}
