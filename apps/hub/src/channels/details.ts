/** What the project says of a channel, for those who look at it. */
import type { ChannelDetails } from "@hubwart/ipc";
import { channelPlace } from "@hubwart/pods/whereabouts";
import type { CompiledProject } from "@hubwart/project/compiled";
import type { ChannelTable } from "./table.ts";

export function channelDetails(
  { table, project }: { table: ChannelTable; project: CompiledProject },
  channel: number,
): ChannelDetails {
  const pod = project.pods[table.pods[channel] ?? -1];
  const compiled = pod?.channels[table.locals[channel] ?? -1];
  // Constants stand behind all pods' channels, in the project's order.
  const constant = project.constants[channel - (table.size - project.constants.length)];
  const label = compiled?.label ?? constant?.label;
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
