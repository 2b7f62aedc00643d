/** What the process of the alarms needs of a project. */
import { areasOf } from "@hubwart/project/areas";
import type { CompiledProject } from "@hubwart/project/compiled";
import { figureName, figuresOf, unitOfFigure } from "@hubwart/project/meters";

/** Full names of the channels, constants and schedules that alarms look at, each once. */
export function watchedChannels({ alarms = [] }: CompiledProject): string[] {
  const found = new Set<string>();
  for (const { enable, kind, limits = [], source } of alarms) {
    if (kind !== "device") found.add(source);
    if (enable !== undefined) found.add(enable);
    for (const term of limits) if (typeof term === "object") found.add(term.chan);
  }
  return [...found];
}

/** The parameters of the process; undefined where the project has no alarms. */
export function orderOf(project: CompiledProject): Record<string, unknown> | undefined {
  const { alarms = [], alarmClasses = [], constants, name, pods, schedules = [] } = project;
  if (alarms.length === 0) return undefined;
  const watched = new Set(alarms.map(({ source }) => source));
  const sources: Record<string, { label?: string; unit?: string; tags?: string[]; area?: string }> = {};
  const { named, paths } = areasOf(project);
  for (const [place, { channels }] of pods.entries()) {
    for (const [local, { chan, label, tags, unit }] of channels.entries()) {
      const area = named ? paths[place]?.[local] : undefined;
      if (!watched.has(chan) || [label, unit, tags, area].every((fact) => fact === undefined)) continue;
      sources[chan] = {
        ...(label === undefined ? {} : { label }),
        ...(unit === undefined ? {} : { unit }),
        ...(tags ? { tags } : {}),
        ...(area === undefined ? {} : { area }),
      };
    }
  }
  for (const meter of project.meters ?? []) {
    const { label, unit } = meter;
    for (const figure of figuresOf(meter)) {
      const chan = figureName(meter.id, figure);
      if (watched.has(chan))
        sources[chan] = { ...(label === undefined ? {} : { label }), unit: unitOfFigure(unit, figure) };
    }
  }
  for (const { chan, label } of [...constants, ...schedules])
    if (watched.has(chan) && label !== undefined) sources[chan] = { label };
  return { name, alarms, classes: alarmClasses, obedient: obedientPods(project), sources };
}

/** Chat pods that obey somebody (their column `allowed`). */
function obedientPods({ pods }: CompiledProject): string[] {
  return pods
    .filter(
      ({ ifaces, type }) =>
        type === "chat" && ifaces.some(({ config }) => String(config["allowed"] ?? "").trim() !== ""),
    )
    .map(({ id }) => id);
}
