/** What would lead an engine of alarms astray that trusts its project: two of one id, and references that lead nowhere or in a circle. */
import { findCycles } from "../link/cycles.ts";
import { texts } from "../texts.ts";

interface Compiled {
  alarms?: readonly { id: string; class?: string | undefined; parent?: string | undefined }[] | undefined;
  alarmClasses?: readonly { id: string }[] | undefined;
}

/** German; undefined where all is well. */
export function problemInAlarms({ alarms = [], alarmClasses = [] }: Compiled): string | undefined {
  const classes = new Set(alarmClasses.map(({ id }) => id));
  if (classes.size < alarmClasses.length) return texts.classTwice;
  const ids = new Set(alarms.map(({ id }) => id));
  if (ids.size < alarms.length) return texts.alarmTwice;
  const edges = new Map<string, string[]>();
  for (const { class: name, id, parent } of alarms) {
    const shown = id.slice(0, 100);
    if (name !== undefined && !classes.has(name)) return texts.noClass(shown);
    if (parent === undefined) continue;
    if (!ids.has(parent)) return texts.noParent(shown);
    edges.set(id, [parent]);
  }
  const [cycle] = findCycles(edges);
  return cycle && texts.explainsItself((cycle[0] ?? "").slice(0, 100));
}
