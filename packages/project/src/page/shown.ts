/**
 * The pages of a compiled project, with what their blocks stand for: channels of lists, actual values, places in the grid. A project
 * without pages has one for each of its areas.
 *
 *     const { generated, pages } = pagesOf(compiled);
 */
import { hasWildcard, nameMatcher } from "@hubwart/core";
import { areasOf } from "../area/areas.ts";
import { isWithin } from "../area/path.ts";
import type { CompiledBlock, CompiledProject } from "../compiled.ts";
import { alarmPlaces, isListed } from "./alarm-places.ts";
import { generatedBlocks } from "./generate.ts";
import { type Box, boxesOf } from "./layout.ts";
import { type OwnChannel, ownBlocks, ownRow } from "./own.ts";
import { actualsOf, type PlantChannel } from "./plant.ts";

export interface ShownBlock extends Omit<CompiledBlock, "page"> {
  /** Absent on a plan. */
  box?: Box;
  /** The first 200 of a list. */
  channels: string[];
  total: number;
}

export interface ShownPage {
  id: string;
  /** By row and column; those on a plan behind. */
  blocks: ShownBlock[];
}

export interface ShownPages {
  /** Made from the areas. */
  generated: boolean;
  pages: Map<string, ShownPage>;
}

/** Channels of one list that are shown. */
export const LISTED_MAX = 200;

/** @param own channels that whoever asks is kept to; absent: to none */
export function pagesOf(compiled: CompiledProject, own?: OwnChannel): ShownPages {
  const { alarms = [], pages = [] } = compiled;
  const isOwn = own ?? (() => true);
  const plant = plantOf(compiled).filter(({ channel }) => isOwn(channel.chan));
  const generated = pages.length === 0;
  const blocks = generated
    ? generatedBlocks(plant, new Set(alarms.map(({ source }) => source)))
    : own
      ? pages.flatMap((row) => ownRow(row, own) ?? [])
      : pages;
  const fixed = [...compiled.constants, ...(compiled.schedules ?? [])];
  const names = fixed.map(({ chan }) => chan).filter(isOwn);
  const actuals = needsActuals(blocks) ? actualsOf(plant) : new Map<string, string>();
  const byPage = new Map<string, CompiledBlock[]>();
  for (const block of blocks) {
    const known = byPage.get(block.page);
    if (known) known.push(block);
    else byPage.set(block.page, [block]);
  }
  const shown = new Map<string, ShownPage>();
  const kept = own ? leftOf(compiled, own) : (all: ShownBlock[]) => all;
  for (const [id, rows] of byPage) {
    const boxes = boxesOf(rows);
    const made = kept(rows.map((block) => shownBlock(block, boxes.get(block), { plant, names, actuals })));
    if (made.length > 0) shown.set(id, { id, blocks: made.sort(byReading) });
  }
  return { generated, pages: shown };
}

/** Areas are those of the whole plant, whoever asks. */
function plantOf(compiled: CompiledProject): PlantChannel[] {
  const { paths } = areasOf(compiled);
  return compiled.pods.flatMap((pod, at) =>
    pod.channels.map((channel, index) => ({
      channel,
      area: paths[at]?.[index] ?? "",
      equip: channel.equip ?? pod.equip,
    })),
  );
}

function leftOf(compiled: CompiledProject, own: OwnChannel): (blocks: ShownBlock[]) => ShownBlock[] {
  const alarms = alarmPlaces(compiled).filter(({ source }) => own(source));
  return (blocks) => ownBlocks(blocks, (of) => alarms.some((place) => isListed(place, of)));
}

interface Known {
  plant: readonly PlantChannel[];
  /** Of constants and schedules. */
  names: readonly string[];
  actuals: ReadonlyMap<string, string>;
}

function shownBlock(given: CompiledBlock, box: Box | undefined, known: Known): ShownBlock {
  const { page: _page, ...block } = given;
  const { source } = block;
  const actual =
    block.actual ?? (writes(block) && source !== undefined ? known.actuals.get(source) : undefined);
  const channels = channelsOf(block, known);
  return {
    ...block,
    ...(actual === undefined ? {} : { actual }),
    ...(box === undefined ? {} : { box }),
    channels: channels.slice(0, LISTED_MAX),
    total: channels.length,
  };
}

function channelsOf({ block, source }: Omit<CompiledBlock, "page">, { names, plant }: Known): string[] {
  if (source === undefined) return [];
  switch (block) {
    case "value":
    case "setpoint":
    case "switch":
      return [source];
    case "trend":
      return source.split(", ");
    case "list": {
      if (!hasWildcard(source))
        return plant.flatMap(({ area, channel }) => (isWithin(area, source) ? [channel.chan] : []));
      const meant = nameMatcher([source]);
      return [...plant.map(({ channel }) => channel.chan), ...names].filter(meant);
    }
    case "alarms":
    case "plan":
    case "schedule":
    case "text":
      return [];
  }
}

const writes = ({ block }: Pick<CompiledBlock, "block">): boolean =>
  block === "setpoint" || block === "switch";
const needsActuals = (blocks: readonly CompiledBlock[]): boolean =>
  blocks.some((block) => writes(block) && block.actual === undefined);

function byReading(a: ShownBlock, b: ShownBlock): number {
  const last = Number.POSITIVE_INFINITY;
  return (a.box?.y ?? last) - (b.box?.y ?? last) || (a.box?.x ?? last) - (b.box?.x ?? last) || 0;
}
