/**
 * Fails the build where files import one another in a circle: whichever is read first finds the other's constants not made yet, and the
 * page that needs them does not open.
 */
import type { Plugin } from "vite";

export function noCircles(): Plugin {
  return {
    name: "no-circles",
    apply: "build",
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === "chunk" ? [[file.fileName, file.imports] as const] : [],
        ),
      );
      const circle = circleIn(imports);
      if (circle) this.error(`files import one another in a circle: ${circle.join(" → ")}`);
    },
  };
}

/** One circle, its first name again at the end; undefined where there is none. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (name: string): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    done.add(name);
    path.push(name);
    for (const next of imports.get(name) ?? []) {
      const found = visit(next);
      if (found) return found;
    }
    path.pop();
    return undefined;
  };
  for (const name of imports.keys()) {
    const found = visit(name);
    if (found) return found;
  }
  return undefined;
}
