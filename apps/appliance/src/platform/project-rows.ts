/** Rows of the project as an administrator may see them, with the sheet and row they come from. */
import type { LinkDefinition } from "@hubwart/ipc";
import { podSchemas } from "@hubwart/pods/schemas";
import { type Places, placeKey, placeOf, type ShownPlace, shownCells } from "@hubwart/project";

type Cells = Parameters<typeof shownCells>[1];

const NONE = {};
const schemaOf = (type: string) => podSchemas.find((schema) => schema.type === type);

/** Of a type that nobody knows every cell is masked. */
export const ifaceCells = (type: string, cells: Cells) =>
  shownCells(schemaOf(type)?.ifaceColumns ?? NONE, cells);
export const channelCells = (type: string, cells: Cells) =>
  shownCells(schemaOf(type)?.channelColumns ?? NONE, cells);

export const placed = (places: Places | undefined, key: string): { place?: ShownPlace } => {
  const place = placeOf(places, key);
  return place ? { place } : {};
};

export function shownLink({ onChange, minInterval, ...link }: LinkDefinition, places: Places | undefined) {
  return {
    ...link,
    ...(onChange === undefined ? {} : { on_change: onChange }),
    ...(minInterval === undefined ? {} : { min_interval: minInterval }),
    ...placed(places, placeKey.link(link.source, link.target)),
  };
}
