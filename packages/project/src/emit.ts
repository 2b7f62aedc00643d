import type { Calendar } from "@hubwart/schedule";
import type { Alarms } from "./alarm/alarms.ts";
import type { Draft } from "./check/draft.ts";
import type { DraftPod } from "./check/draft-parts.ts";
import type { ProjectDefaults, ProjectFacts } from "./check/project.ts";
import type { CompiledBlock, CompiledPod, CompiledProject } from "./compiled.ts";
import type { DraftLinks } from "./link/draft-links.ts";

interface Parts {
  facts: ProjectFacts;
  defaults: ProjectDefaults;
  draft: Draft;
  calendars: Calendar[];
  links: DraftLinks;
  alarms: Alarms;
  /** In their order. */
  pages: CompiledBlock[];
  scripts: ReadonlyMap<string, string>;
}

/**
 * The compiled project. Everything is in order of its name, so that sorting a sheet is no change and
 * the hash depends on the meaning alone.
 */
export function emit({
  facts,
  defaults,
  draft,
  calendars,
  links,
  alarms,
  pages,
  scripts,
}: Parts): CompiledProject {
  const pods = [...draft.pods.values()].map((draftPod) => withDefaults(draftPod, defaults));
  for (const pod of pods) {
    pod.ifaces.sort((a, b) => compare(a.id, b.id));
    pod.channels.sort((a, b) => compare(a.chan, b.chan));
  }
  return {
    format: 1,
    ...facts,
    pods: pods.sort((a, b) => compare(a.id, b.id)),
    links: links.all().sort((a, b) => compare(a.source, b.source) || compare(a.target, b.target)),
    constants: [...draft.constants.values()]
      .map(({ constant }) => constant)
      .sort((a, b) => compare(a.chan, b.chan)),
    ...(draft.schedules.size === 0
      ? {}
      : {
          schedules: [...draft.schedules.values()]
            .map(({ schedule }) => schedule)
            .sort((a, b) => compare(a.chan, b.chan)),
        }),
    ...(calendars.length === 0 ? {} : { calendars: calendars.sort((a, b) => compare(a.id, b.id)) }),
    ...(draft.meters.size === 0
      ? {}
      : {
          meters: [...draft.meters.values()].map(({ meter }) => meter).sort((a, b) => compare(a.id, b.id)),
        }),
    ...(alarms.alarms.length === 0 ? {} : { alarms: alarms.alarms.sort((a, b) => compare(a.id, b.id)) }),
    ...(alarms.classes.length === 0
      ? {}
      : { alarmClasses: alarms.classes.sort((a, b) => compare(a.id, b.id)) }),
    ...(pages.length === 0 ? {} : { pages }),
    scripts: Object.fromEntries([...scripts].sort(([a], [b]) => compare(a, b))),
  };
}

/** Channels that receive without asking hold their values as long as the project says, where they say nothing themselves. */
function withDefaults({ pod, schema }: DraftPod, { maxAge }: ProjectDefaults): CompiledPod {
  if (maxAge === undefined || schema.channelColumns["max_age"] === undefined) return pod;
  for (const { config, dir } of pod.channels) if (dir !== "out") config["max_age"] ??= maxAge;
  return pod;
}

/** By code unit: the same on every machine, whatever its language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
