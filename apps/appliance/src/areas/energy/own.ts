/** Meters and sums as they are for a caller who is kept to some channels: those of meters whose source is his. */
import { NotFoundError } from "@hubwart/core";
import type { EnergyMeter, EnergyPeriods } from "@hubwart/ipc";
import type { CompiledProject } from "@hubwart/project";
import type { Kept } from "../../http/bounds.ts";
import { texts } from "./texts.ts";

type Rates = NonNullable<CompiledProject["meters"]>[number];

export interface OwnMeters {
  meters: EnergyMeter[];
  /** Degree days are of the first temperature. */
  degreeDays: boolean;
}

/**
 * What is behind a meter is told where all of it is the caller's: what is left of a sum would otherwise be read as what nobody
 * measures. A price or factor that another channel says would follow from the amount, so the money goes with it.
 */
export function ownMeters(kept: Kept, meters: readonly EnergyMeter[], rows: readonly Rates[]): OwnMeters {
  const isOwn = ({ source }: EnergyMeter) => kept.channel(source);
  if (kept.patterns === undefined) return { meters: [...meters], degreeDays: true };
  const hidden = new Set(meters.filter((one) => !isOwn(one)).flatMap(({ id, parent }) => [id, parent]));
  const rates = new Map(rows.map((row) => [row.id, row]));
  const saidBy = (rate: Rates["cost"]) => typeof rate !== "object" || kept.channel(rate.chan);
  const own = meters.filter(isOwn).map(({ parent, ...meter }): EnergyMeter => {
    const { co2, cost } = rates.get(meter.id) ?? {};
    return {
      ...meter,
      ...(parent === undefined || hidden.has(parent) ? {} : { parent }),
      cost: meter.cost && saidBy(cost),
      co2: meter.co2 && saidBy(co2),
    };
  });
  const outside = meters.find(({ kind }) => kind === "temperature");
  return { meters: own, degreeDays: outside !== undefined && isOwn(outside) };
}

/** @param periods of the caller's meters alone */
export function ownPeriods(
  { degreeDays, meters }: OwnMeters,
  { degreeDays: degrees, ...periods }: EnergyPeriods,
): EnergyPeriods {
  const known = new Map(meters.map((meter) => [meter.id, meter]));
  return {
    ...periods,
    meters: periods.meters.map((sums) => {
      const { co2, cost } = known.get(sums.id) ?? { co2: false, cost: false };
      const { co2: kilos, cost: euros, total, ...rest } = sums;
      const { co2: kilosInAll, cost: eurosInAll, ...inAll } = total;
      return {
        ...rest,
        ...(cost && euros ? { cost: euros } : {}),
        ...(co2 && kilos ? { co2: kilos } : {}),
        total: {
          ...inAll,
          ...(cost && eurosInAll !== undefined ? { cost: eurosInAll } : {}),
          ...(co2 && kilosInAll !== undefined ? { co2: kilosInAll } : {}),
        },
      };
    }),
    ...(degreeDays && degrees ? { degreeDays: degrees } : {}),
  };
}

/** @throws NotFoundError for a meter that is not the caller's, as for one that there is not */
export function demandOwn({ meters }: OwnMeters, ids: readonly string[]): void {
  const known = new Set(meters.map(({ id }) => id));
  const other = ids.find((id) => !known.has(id));
  if (other !== undefined) throw new NotFoundError(texts.noSuchMeter(other));
}
