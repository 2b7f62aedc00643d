/** What would lead those astray who trust the project: a meter twice, or parents that are not there or lead back. */
import { texts } from "../texts.ts";

interface Compiled {
  meters?: readonly { id: string; parent?: string | undefined }[] | undefined;
}

/** German; undefined where all is well. */
export function problemInMeters({ meters = [] }: Compiled): string | undefined {
  const parents = new Map<string, string | undefined>();
  for (const { id, parent } of meters) {
    if (parents.has(id)) return texts.meterTwice(id);
    parents.set(id, parent);
  }
  for (const { id } of meters) {
    const met = new Set([id]);
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) {
      if (!parents.has(at) || met.has(at)) return texts.meterParent(id);
      met.add(at);
    }
  }
  return undefined;
}
