/**
 * What a project does for § 71a of the German Buildings Energy Act (GEG, since 2024-01-01), by the rows that do it. Duties in our own words; no legal
 * advice, and nothing that certifies.
 */
import { mediumText } from "@hubwart/contract/media-texts";
import type { EnergyMeter } from "@hubwart/ipc";
import type { CompiledProject } from "@hubwart/project";
import { figureOf } from "@hubwart/project/meters";
import { texts } from "./texts.ts";

export interface Duty {
  duty: string;
  met: "yes" | "partly" | "no" | "people";
  by: string[];
}
const NAMED = 12;

export function dutiesOf(
  project: Pick<CompiledProject, "alarms" | "alarmClasses"> | undefined,
  meters: readonly EnergyMeter[],
): Duty[] {
  const counted = meters.filter(({ kind }) => kind !== "temperature");
  const { duty, has } = texts;
  const silent = counted.filter(({ begun }) => begun === undefined);
  const behind = counted.some(({ parent }) => parent !== undefined);
  const targets = counted.filter(({ target }) => target !== undefined);
  const alarms = (project?.alarms ?? []).filter(({ source }) => figureOf(source));
  const classes = new Set(alarms.flatMap(({ class: name }) => name ?? []));
  const told = (project?.alarmClasses ?? []).filter(({ id, steps }) => classes.has(id) && steps.length > 0);
  const none = counted.length === 0;
  return [
    {
      duty: duty.monitor,
      met: none ? "no" : silent.length === 0 && behind ? "yes" : "partly",
      by: none
        ? [has.noMeters]
        : [
            has.meters(counted.length, listed(counted.map(({ medium }) => mediumText(medium)))),
            ...(silent.length > 0 ? [has.missing(listed(silent.map(({ id }) => id)))] : []),
            behind ? has.systems : has.noSystems,
          ],
    },
    { duty: duty.access, met: none ? "no" : "yes", by: [none ? has.noMeters : has.interfaces] },
    {
      duty: duty.target,
      met: targets.length > 0 ? "yes" : "no",
      by: [targets.length > 0 ? has.targets(listed(targets.map(({ id }) => id))) : has.noTargets],
    },
    {
      duty: duty.loss,
      met: alarms.length > 0 ? "yes" : "no",
      by: [
        alarms.length > 0
          ? has.alarms(listed(alarms.map(({ id }) => id.split("/", 1)[0] ?? id)))
          : has.noAlarms,
      ],
    },
    {
      duty: duty.inform,
      met: told.length > 0 ? "yes" : "no",
      by: [told.length > 0 ? has.told(listed(told.map(({ id }) => id))) : has.notTold],
    },
    { duty: duty.person, met: "people", by: [has.person] },
  ];
}

function listed(words: readonly string[]): string {
  const each = [...new Set(words)];
  return each.length > NAMED ? `${each.slice(0, NAMED).join(", ")} …` : each.join(", ");
}
