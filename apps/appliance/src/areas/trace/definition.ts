/** What the project says of a channel, as the console shows it. */
import type { AnswerOf, traceDefinition } from "@hubwart/contract";
import type { ChannelDefinition } from "@hubwart/ipc";
import { type Places, placeKey } from "@hubwart/project";
import { channelCells, placed, shownLink } from "../../platform/project-rows.ts";

export function definitionOf(
  found: ChannelDefinition,
  places: Places | undefined,
): Omit<AnswerOf<typeof traceDefinition>, "code"> {
  const { chan, channel, incoming, outgoing, links, ...details } = found;
  return {
    chan,
    details,
    ...placed(places, placeKey.channel(chan)),
    ...(channel
      ? {
          channel: {
            pod: channel.pod,
            dir: channel.dir,
            retain: channel.retain,
            record: channel.record !== undefined,
            cells: channelCells(channel.kind, channel.cells),
          },
        }
      : {}),
    incoming: incoming.map((link) => shownLink(link, places)),
    outgoing: outgoing.map((link) => shownLink(link, places)),
    links,
  };
}
