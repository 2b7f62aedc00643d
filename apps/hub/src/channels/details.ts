/** What the project says of a channel, for those who look at it. */
import type { ChannelDetails } from "@hubwart/ipc";
import { channelPlace } from "@hubwart/pods/whereabouts";
import type { CompiledProject } from "@hubwart/project/compiled";
import type { ChannelTable } from "./table.ts";

type Plant = { table: ChannelTable; project: CompiledProject };

export function channelLabel({ table, project }: Plant, channel: number): string | undefined {
  const compiled = project.pods[table.pods[channel] ?? -1]?.channels[table.locals[channel] ?? -1];
  // Constants stand behind all pods' channels, in the project's order.
  return compiled?.label ?? project.constants[channel - (table.size - project.constants.length)]?.label;
}

export function channelDetails(plant: Plant, channel: number): ChannelDetails {
  const { table, project } = plant;
  const pod = project.pods[table.pods[channel] ?? -1];
  const compiled = pod?.channels[table.locals[channel] ?? -1];
  const label = channelLabel(plant, channel);
  const direction = table.directions[channel];
  const place = pod && compiled ? channelPlace(pod.type, compiled.config) : undefined;
  return {
    type: table.types[channel] ?? "json",
    writable: direction === "out" || direction === "inout",
    tags: [...(table.tags[channel] ?? [])],
    ...(label === undefined ? {} : { label }),
    ...(compiled?.unit === undefined ? {} : { unit: compiled.unit }),
    ...(place === undefined ? {} : { place }),
    ...(compiled === undefined ? {} : { iface: compiled.iface }),
  };
}
