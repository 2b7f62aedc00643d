/** What the process of the alarms needs of a project. */
import type { CompiledProject } from "@hubwart/project/compiled";

/** Full names of the channels and constants that alarms look at, each once. */
export function watchedChannels({ alarms = [] }: CompiledProject): string[] {
  const found = new Set<string>();
  for (const { enable, limits = [], source } of alarms) {
    found.add(source);
    if (enable !== undefined) found.add(enable);
    for (const term of limits) if (typeof term === "object") found.add(term.chan);
  }
  return [...found];
}

/** The parameters of the process; undefined where the project has no alarms. */
export function orderOf(project: CompiledProject): Record<string, unknown> | undefined {
  const { alarms = [], alarmClasses = [], constants, name, pods } = project;
  if (alarms.length === 0) return undefined;
  const watched = new Set(alarms.map(({ source }) => source));
  const sources: Record<string, { label?: string; unit?: string; tags?: string[] }> = {};
  for (const { channels } of pods) {
    for (const { chan, label, tags, unit } of channels) {
      if (!watched.has(chan) || (label === undefined && unit === undefined && !tags)) continue;
      sources[chan] = {
        ...(label === undefined ? {} : { label }),
        ...(unit === undefined ? {} : { unit }),
        ...(tags ? { tags } : {}),
      };
    }
  }
  for (const { chan, label } of constants)
    if (watched.has(chan) && label !== undefined) sources[chan] = { label };
  return { name, alarms, classes: alarmClasses, sources };
}
