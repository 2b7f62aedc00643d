/** A page for each area, for a project that has none: values first, then set points and switches, a trend, and the area's alarms. */
import type { CompiledBlock, CompiledChannel } from "../compiled.ts";
import { actualsOf, type PlantChannel } from "./plant.ts";
import { TREND_MAX } from "./trend-max.ts";

/** Areas that get a page. */
const PAGES_MAX = 500;
/** Blocks of one kind on one page; what is more stands in a list. */
const KIND_MAX = 24;

const NUMBERS: ReadonlySet<string> = new Set(["float", "int"]);
const isNumber = ({ type }: CompiledChannel) => NUMBERS.has(type);
const isWritable = ({ dir }: CompiledChannel) => dir !== "in";

/** @param alarmed names of channels that alarms watch */
export function generatedBlocks(
  plant: readonly PlantChannel[],
  alarmed: ReadonlySet<string>,
): CompiledBlock[] {
  const areas = new Map<string, PlantChannel[]>();
  for (const one of plant) {
    const own = areas.get(one.area);
    if (own) own.push(one);
    else if (areas.size < PAGES_MAX) areas.set(one.area, [one]);
  }
  const actuals = actualsOf(plant);
  return [...areas].flatMap(([area, channels]) => blocksOf(area, channels, actuals, alarmed));
}

function blocksOf(
  page: string,
  channels: readonly PlantChannel[],
  actuals: ReadonlyMap<string, string>,
  alarmed: ReadonlySet<string>,
): CompiledBlock[] {
  const own = channels.map(({ channel }) => channel);
  const setpoints = own.filter((channel) => isWritable(channel) && isNumber(channel)).slice(0, KIND_MAX);
  const switches = own.filter((channel) => isWritable(channel) && channel.type === "bool").slice(0, KIND_MAX);
  // Beside its set point an actual value is shown anyway.
  const beside = new Set(setpoints.map(({ chan }) => actuals.get(chan)));
  const rest = own.filter(
    (channel) => !setpoints.includes(channel) && !switches.includes(channel) && !beside.has(channel.chan),
  );
  const recorded = own.filter((channel) => channel.record && isNumber(channel)).slice(0, TREND_MAX);
  const one = (block: CompiledBlock["block"]) => (channel: CompiledChannel) =>
    ({ page, block, source: channel.chan }) satisfies CompiledBlock;
  return [
    ...rest.slice(0, KIND_MAX).map(one("value")),
    ...setpoints.map(one("setpoint")),
    ...switches.map(one("switch")),
    ...(recorded.length > 0
      ? [{ page, block: "trend" as const, source: recorded.map(({ chan }) => chan).join(", ") }]
      : []),
    ...(own.some(({ chan }) => alarmed.has(chan)) ? [{ page, block: "alarms" as const, source: page }] : []),
    ...(rest.length > KIND_MAX ? [{ page, block: "list" as const, source: page, w: 12 }] : []),
  ];
}
