/** An area as it is for a caller who is kept to some channels. */
import type { AreaLook, AreaPoint } from "@hubwart/ipc";
import { type Kept, ownRecord } from "../../http/bounds.ts";

export function ownArea(kept: Kept, look: AreaLook): AreaLook {
  if (kept.patterns === undefined) return look;
  const own = (points: readonly AreaPoint[]): AreaPoint[] =>
    points
      .filter(({ chan }) => kept.channel(chan))
      .map(({ setpoint, ...point }) =>
        setpoint === undefined || !kept.channel(setpoint) ? point : { ...point, setpoint },
      );
  return {
    ...look,
    areas: look.areas.map((area) => ({ ...area, points: own(area.points) })),
    points: own(look.points),
    records: look.records.filter(({ chan }) => kept.channel(chan)).map((record) => ownRecord(kept, record)),
  };
}
