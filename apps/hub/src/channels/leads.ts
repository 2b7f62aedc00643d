/** Where a value goes over links. */
import type { CompiledLink } from "@hubwart/project/compiled";

/** The channels that a value of `from` reaches, nearest first; `most` at most. */
export type Leads = (from: string, most: number) => string[];

/** The links are sorted when it is asked for the first time: most projects never do. */
export function leadsOf(links: readonly CompiledLink[]): Leads {
  let sorted: Map<string, string[]> | undefined;
  const sort = () => {
    const bySource = new Map<string, string[]>();
    for (const { source, target } of links) {
      const targets = bySource.get(source);
      if (targets) targets.push(target);
      else bySource.set(source, [target]);
    }
    return bySource;
  };
  return (from, most) => {
    sorted ??= sort();
    const found = new Set([from]);
    for (const name of found) {
      if (found.size > most) break;
      for (const target of sorted.get(name) ?? []) found.add(target);
    }
    return [...found].slice(1, 1 + most);
  };
}
