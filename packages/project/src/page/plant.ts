/** The channels of a plant as pages go by them. */
import { pairsOf } from "../area/pairs.ts";
import type { CompiledChannel } from "../compiled.ts";

/** A channel with what pages go by. */
export interface PlantChannel {
  channel: CompiledChannel;
  area: string;
  equip: string | undefined;
}

/** Set point → actual value. */
export function actualsOf(plant: readonly PlantChannel[]): Map<string, string> {
  const pairs = pairsOf(
    plant.map(({ channel: { chan, label, point, unit }, equip }) => ({ chan, label, point, unit, equip })),
  );
  return new Map([...pairs].map(([actual, setpoint]) => [setpoint, actual]));
}
