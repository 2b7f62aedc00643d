/**
 * Which modules share a file. Few files, because on a slow line each one waits for its turn:
 *
 *     start    what the pages before sign-in need
 *     console  what the frame of the console and the status page add
 *     parts    what two pages or more add
 *
 * The rest goes with its page. Only static imports count: what is imported on demand stays apart.
 */
import path from "node:path";
import type { Rolldown } from "vite";

type Graph = Rolldown.ChunkingContext;

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

function assign([main = "", console = ""]: readonly string[], graph: Graph): Map<string, string> {
  const chunks = new Map<string, string>();
  const take = (ids: Iterable<string>, chunk: string): void => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  const start = reached(main, graph);
  const frame = reached(console, graph);
  take(start, "start");
  take(frame, "console");

  const times = new Map<string, number>();
  for (const page of onDemand([...start, ...frame], graph)) {
    for (const id of reached(page, graph)) {
      if (!chunks.has(id)) times.set(id, (times.get(id) ?? 0) + 1);
    }
  }
  for (const [id, count] of times) if (count > 1) chunks.set(id, "parts");
  return chunks;
}

/** A module and all it imports statically. */
function reached(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (!apart(next)) found.add(next);
  }
  return found;
}

/** All modules that are loaded on demand from these, and on demand from those. */
function onDemand(from: readonly string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const look = (ids: Iterable<string>): void => {
    for (const id of ids) {
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        look(reached(next, graph));
      }
    }
  };
  look(from);
  return found;
}
