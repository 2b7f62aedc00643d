/** What the project says of a channel, for those who look at it. */
import type { ChannelDetails } from "@hubwart/ipc";
import { channelPlace } from "@hubwart/pods/whereabouts";
import type { CompiledProject } from "@hubwart/project/compiled";
import { figureOf, unitOfFigure } from "@hubwart/project/meters";
import type { ChannelTable } from "./table.ts";

type Plant = { table: ChannelTable; project: CompiledProject };

export function channelLabel({ table, project }: Plant, channel: number): string | undefined {
  const compiled = project.pods[table.pods[channel] ?? -1]?.channels[table.locals[channel] ?? -1];
  if (compiled) return compiled.label;
  const named = figureOf(table.names[channel] ?? "");
  if (named) return project.meters?.find(({ id }) => id === named.id)?.label;
  // Constants stand behind all pods' channels, in the project's order, and schedules behind them.
  const { constants, schedules = [] } = project;
  const at = channel - table.fixed;
  return constants[at]?.label ?? schedules[at - constants.length]?.label;
}

function figureUnit({ table, project }: Plant, channel: number): string | undefined {
  const named = figureOf(table.names[channel] ?? "");
  const meter = named && project.meters?.find(({ id }) => id === named.id);
  return meter && unitOfFigure(meter.unit, named.figure);
}

export function channelDetails(plant: Plant, channel: number): ChannelDetails {
  const { table, project } = plant;
  const pod = project.pods[table.pods[channel] ?? -1];
  const compiled = pod?.channels[table.locals[channel] ?? -1];
  const label = channelLabel(plant, channel);
  const unit = compiled?.unit ?? figureUnit(plant, channel);
  const direction = table.directions[channel];
  const place = pod && compiled ? channelPlace(pod.type, compiled.config) : undefined;
  return {
    type: table.types[channel] ?? "json",
    writable: direction === "out" || direction === "inout",
    tags: [...(table.tags[channel] ?? [])],
    ...(label === undefined ? {} : { label }),
    ...areaDetails(plant, channel),
    ...(unit === undefined ? {} : { unit }),
    ...(place === undefined ? {} : { place }),
    ...(compiled === undefined ? {} : { iface: compiled.iface }),
  };
}

function areaDetails({ table, project }: Plant, channel: number): Pick<ChannelDetails, "area" | "equip"> {
  const pod = project.pods[table.pods[channel] ?? -1];
  const equip = pod?.channels[table.locals[channel] ?? -1]?.equip ?? pod?.equip;
  const area = table.areasNamed ? table.areas[channel] : "";
  return { ...(area ? { area } : {}), ...(equip === undefined ? {} : { equip }) };
}
