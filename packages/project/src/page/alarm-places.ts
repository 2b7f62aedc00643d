/** Where alarms are, as blocks of pages choose them. */
import { areasOf } from "../area/areas.ts";
import { isWithin } from "../area/path.ts";
import type { CompiledProject } from "../compiled.ts";

export interface AlarmPlace {
  source: string;
  area: string;
  class?: string;
}

/** Each channel that is watched for alarms, with what a block may choose alarms by. */
export function alarmPlaces(compiled: CompiledProject): AlarmPlace[] {
  const { paths } = areasOf(compiled);
  const areas = new Map(
    compiled.pods.flatMap(({ channels }, at) =>
      channels.map(({ chan }, index) => [chan, paths[at]?.[index] ?? ""] as const),
    ),
  );
  return (compiled.alarms ?? []).map(({ class: name, source }) => ({
    source,
    area: areas.get(source) ?? "",
    ...(name === undefined ? {} : { class: name }),
  }));
}

/** `of`: an area or a class; all without. */
export const isListed = ({ area, class: name }: AlarmPlace, of: string | undefined): boolean =>
  of === undefined || name === of || isWithin(area, of);
