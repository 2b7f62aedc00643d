/**
 * Cycles among links, found as the strongly connected parts of the graph (Tarjan 1972, without
 * recursion, so that a chain of any length is no problem).
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const onStack = new Set<string>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const enter = (node: string) => {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    stack.push(node);
    onStack.add(node);
  };
  const lower = (node: string, value: number | undefined) => {
    low.set(node, Math.min(low.get(node) ?? 0, value ?? 0));
  };

  for (const root of edges.keys()) {
    // What leads nowhere further is on no cycle.
    if (index.has(root) || !edges.get(root)?.some((target) => edges.has(target))) continue;
    enter(root);
    const work = [{ node: root, next: 0 }];
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const target = edges.get(frame.node)?.[frame.next];
      if (target !== undefined) {
        frame.next += 1;
        if (!edges.has(target)) continue;
        if (!index.has(target)) {
          enter(target);
          work.push({ node: target, next: 0 });
        } else if (onStack.has(target)) lower(frame.node, index.get(target));
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent) lower(parent.node, low.get(frame.node));
      if (low.get(frame.node) !== index.get(frame.node)) continue;
      const part: string[] = [];
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        onStack.delete(node);
        part.push(node);
        if (node === frame.node) break;
      }
      const self = edges.get(frame.node)?.includes(frame.node) === true;
      if (part.length > 1 || self) cycles.push(pathWithin(frame.node, new Set(part), edges));
    }
  }
  return cycles;
}

/** A shortest way from `start` back to itself that stays within `part`. */
function pathWithin(
  start: string,
  part: ReadonlySet<string>,
  edges: ReadonlyMap<string, readonly string[]>,
): string[] {
  const from = new Map<string, string>();
  let ring = [start];
  while (ring.length > 0) {
    const next: string[] = [];
    for (const node of ring) {
      for (const target of edges.get(node) ?? []) {
        if (target === start) {
          const path = [start];
          for (let at: string | undefined = node; at !== undefined && at !== start; at = from.get(at)) {
            path.unshift(at);
          }
          return [start, ...path];
        }
        if (part.has(target) && !from.has(target)) {
          from.set(target, node);
          next.push(target);
        }
      }
    }
    ring = next;
  }
  return [start, start];
}
