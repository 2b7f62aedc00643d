/** What the project says of one channel or constant: its row, and the links that begin and end there. */
import { type ChannelDefinition, type LinkDefinition, MOST_LINKS } from "@hubwart/ipc";
import type { CompiledProject } from "@hubwart/project/compiled";
import { channelDetails } from "./details.ts";
import type { ChannelTable } from "./table.ts";

/** undefined for a name that the project does not have. */
export function channelDefinition(
  plant: { table: ChannelTable; project: CompiledProject },
  chan: string,
): ChannelDefinition | undefined {
  const { table, project } = plant;
  const number = table.number(chan);
  if (number === undefined) return undefined;
  const pod = project.pods[table.pods[number] ?? -1];
  const compiled = pod?.channels[table.locals[number] ?? -1];
  const incoming = project.links.filter(({ target }) => target === chan);
  const outgoing = project.links.filter(({ source }) => source === chan);
  return {
    chan,
    ...channelDetails(plant, number),
    ...(pod && compiled
      ? {
          channel: {
            pod: pod.id,
            kind: pod.type,
            dir: compiled.dir,
            retain: compiled.retain ?? false,
            ...(compiled.record ? { record: compiled.record } : {}),
            cells: compiled.config,
          },
        }
      : {}),
    incoming: some(incoming),
    outgoing: some(outgoing),
    links: { incoming: incoming.length, outgoing: outgoing.length },
  };
}

const some = (links: LinkDefinition[]): LinkDefinition[] => links.slice(0, MOST_LINKS);
