/**
 * Which modules of the compiler's worker share a file:
 *
 *     base    what each draft needs
 *     pods    what many pod types need
 *
 * The rest goes with the pod type or part of the compiler that is loaded for a draft that has it.
 */
import { type Graph, onDemand, reached } from "./chunks.ts";

/** Pod types that need a module. */
const MANY = 4;

export function workerChunkOf(worker: string) {
  let known: Map<string, string> | undefined;
  return (id: string, graph: Graph): string | null => {
    known ??= assign(worker, graph);
    return known.get(id) ?? (id.includes("rolldown/runtime") ? "base" : null);
  };
}

function assign(worker: string, graph: Graph): Map<string, string> {
  const times = new Map<string, number>();
  for (const part of onDemand([worker], graph).keys())
    for (const id of reached(part, graph)) times.set(id, (times.get(id) ?? 0) + 1);
  const chunks = new Map<string, string>();
  for (const [id, count] of times) if (count >= MANY) chunks.set(id, "pods");
  for (const id of reached(worker, graph)) if (id !== worker) chunks.set(id, "base");
  return chunks;
}
