/** How much a picture makes a browser draw: references to what has references itself multiply. */
import type { SvgNode } from "./svg-node.ts";

const REFERENCE = /^#(.+)$/;
const URL_REFERENCE = /url\(\s*["']?#([\w.:-]+)["']?\s*\)/gi;

/** References and elements within one another. */
const DEEPEST = 1_000;

/** Elements drawn, at least up to `most`; infinite where something is part of itself, or too deep. */
export function costOf(root: SvgNode, most: number): number {
  const byId = new Map<string, SvgNode>();
  collect(root, byId);
  const known = new Map<SvgNode, number>();
  const inWork = new Set<SvgNode>();
  const cost = (node: SvgNode): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    if (inWork.has(node) || inWork.size > DEEPEST) return Number.POSITIVE_INFINITY;
    inWork.add(node);
    let sum = 1;
    for (const child of node.children) {
      if (sum > most) break;
      if (typeof child !== "string") sum += cost(child);
    }
    for (const id of referencesOf(node)) {
      const target = byId.get(id);
      if (target) sum += cost(target);
    }
    inWork.delete(node);
    known.set(node, sum);
    return sum;
  };
  return cost(root);
}

function collect(node: SvgNode, byId: Map<string, SvgNode>): void {
  const id = node.attributes.get("id");
  if (id !== undefined && !byId.has(id)) byId.set(id, node);
  for (const child of node.children) if (typeof child !== "string") collect(child, byId);
}

function referencesOf({ attributes, children, name }: SvgNode): string[] {
  const own = REFERENCE.exec(attributes.get("href") ?? "")?.[1];
  const texts = [...attributes.values(), ...(name === "style" ? children.map(String) : [])];
  const others = texts.flatMap((text) => [...text.matchAll(URL_REFERENCE)].map(([, id = ""]) => id));
  return own === undefined ? others : [own, ...others];
}
