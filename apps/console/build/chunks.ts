/**
 * Which modules share a file. Few files, because on a slow line each one waits for its turn:
 *
 *     start    what the pages before sign-in need
 *     console  what the frame of the console and the status page add
 *     parts    what two pages or more add
 *
 * The rest goes with its page, also what a page shares with parts of its own that are loaded on demand. Only static imports count: what is
 * imported on demand stays apart.
 */
import path from "node:path";
import type { Rolldown } from "vite";

export type Graph = Rolldown.ChunkingContext;

/**
 * Files of their own: choosing a password, for a new device whose first page would bring what two pages of the console share; what asks for passkeys, which the page for signing in loads where one may be used; drawing, which comes after the page (with all that the status page's graphs share with others, or they would
 * bring what every other page shares), and the checks of forms, which only some pages have although
 * every description of a call imports them (build/slim-contract.ts).
 */
const APART = {
  password: /src\/(components\/(new-password-fields|password-hint)|lib\/password-hint)\.tsx?$/,
  passkey: /node_modules\/@simplewebauthn\/|src\/lib\/passkey\.ts$/,
  uplot: /node_modules\/uplot\/|src\/lib\/plot-in\.ts$|src\/components\/plot-tip\.module\.css$/,
  forms: /node_modules\/zod\/|packages\/contract\/src\/(texts\/)?shapes\.ts$/,
};
const apart = (id: string): string | undefined => Object.entries(APART).find(([, ids]) => ids.test(id))?.[0];

export function chunkOf(source: string) {
  const roots = ["main.tsx", "app/signed-in.tsx"].map((file) => path.join(source, file));
  let known: Map<string, string> | undefined;
  return (id: string, graph: Graph): string | null => {
    known ??= assign(roots, graph);
    return apart(id) ?? known.get(id) ?? (id.includes("rolldown/runtime") ? "start" : null);
  };
}

function assign(roots: readonly string[], graph: Graph): Map<string, string> {
  const [main = "", console = ""] = roots;
  const chunks = new Map<string, string>();
  const take = (ids: Iterable<string>, chunk: string): void => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  const start = reached(main, graph);
  const frame = reached(console, graph);
  take(start, "start");
  take(frame, "console");

  const askedBy = onDemand(roots, graph);
  /** By module: pages that bring it, with their parts or by themselves. */
  const pages = new Map<string, Set<string>>();
  /** What several parts of one page bring, and not the page. */
  const several = new Set<string>();
  const seen = new Map<string, Set<string>>();
  const reach = (id: string): Set<string> => {
    const known = seen.get(id) ?? reached(id, graph);
    seen.set(id, known);
    return known;
  };
  for (const entry of askedBy.keys()) {
    const above = pagesAbove(entry, roots, askedBy);
    const [page = entry] = above;
    for (const id of reach(entry)) {
      // It is there already.
      if (chunks.has(id) || above.some((one) => reach(one).has(id))) continue;
      const known = pages.get(id);
      if (known?.has(page)) several.add(id);
      pages.set(id, (known ?? new Set()).add(page));
    }
  }
  for (const [id, of] of pages) {
    const [page = ""] = of;
    if (of.size > 1) chunks.set(id, "parts");
    else if (several.has(id)) chunks.set(id, `${path.parse(page).name}-more`);
    else if (hasParts(page) && reach(page).has(id)) chunks.set(id, path.parse(page).name);
  }
  return chunks;

  function hasParts(page: string): boolean {
    return [...askedBy.keys()].some((entry) => pagesAbove(entry, roots, askedBy)[0] === page);
  }
}

type Asked = ReadonlyMap<string, ReadonlySet<string>>;

/** Pages without which this is never loaded, the outermost first; none where several ask for it, or the frame does. */
function pagesAbove(entry: string, roots: readonly string[], askedBy: Asked): string[] {
  const [by = "", ...others] = askedBy.get(entry) ?? [];
  return others.length > 0 || by === "" || by === entry || roots.includes(by)
    ? []
    : [...pagesAbove(by, roots, askedBy), by];
}

/** A module and all it imports statically. */
export function reached(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!apart(next)) found.add(next);
  }
  return found;
}

/** All modules that are loaded on demand from these, and on demand from those; by which of all these each is asked for. */
export function onDemand(from: readonly string[], graph: Graph): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const look = (root: string): void => {
    for (const id of reached(root, graph)) {
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        const known = found.get(next);
        if (known) known.add(root);
        else {
          found.set(next, new Set([root]));
          look(next);
        }
      }
    }
  };
  from.forEach(look);
  return found;
}
