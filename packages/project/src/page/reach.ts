/** What a page lets whoever sees nothing else see and set: the channels of its blocks, alarms that it lists, and files of its plans. */
import { type AlarmPlace, isListed } from "./alarm-places.ts";
import type { ShownBlock, ShownPage } from "./shown.ts";

export interface PageReach {
  channels: string[];
  /** Channels of alarms that a block of it lists. */
  alarms: string[];
  writes: PageWrite[];
  plans: string[];
}

/** What a block sets, as far as its row bounds it. */
export interface PageWrite {
  chan: string;
  min?: number;
  max?: number;
  among?: (string | number | boolean)[];
}

export function reachOf({ blocks }: ShownPage, alarms: readonly AlarmPlace[]): PageReach {
  const channels = new Set<string>();
  const listed = new Set<string>();
  const plans = new Set<string>();
  for (const block of blocks) {
    const { actual, block: kind, channels: own, source } = block;
    for (const chan of own) channels.add(chan);
    if (actual !== undefined) channels.add(actual);
    if (kind === "schedule" && source !== undefined) channels.add(source);
    if (kind === "plan" && source !== undefined) plans.add(source);
    if (kind === "alarms") for (const place of alarms) if (isListed(place, source)) listed.add(place.source);
  }
  return {
    channels: [...channels],
    alarms: [...listed],
    writes: blocks.flatMap(writeOf),
    plans: [...plans],
  };
}

function writeOf({ block, choices, max, min, source }: ShownBlock): PageWrite[] {
  if ((block !== "setpoint" && block !== "switch") || source === undefined) return [];
  return [
    {
      chan: source,
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(choices === undefined ? {} : { among: choices.map(([value]) => value) }),
    },
  ];
}
