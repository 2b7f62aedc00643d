/**
 * Which channels a question names, in which order, and which part of them is answered.
 *
 *     const { channels, total } = selectChannels(table, { filter: ["mqtt.*"], tags: [], offset: 200, limit: 200 });
 *
 * A filter of names without wildcards costs one look-up each, so that a list of watched channels is cheap in a
 * project of any size.
 */
import { hasWildcard, keptMatcher, nameMatcher } from "@hubwart/core";
import type { TraceOrder } from "@hubwart/ipc";
import { isWithin } from "@hubwart/project/areas";
import type { ChannelTable } from "./table.ts";

export interface Selection {
  /** Name patterns; empty means all names. */
  filter: readonly string[];
  /** Patterns of which at least one tag must match, or an area that it stands for or is in; empty means any. */
  tags: readonly string[];
  offset?: number | undefined;
  limit?: number | undefined;
  /** Absent: the project's order. */
  order?: TraceOrder | undefined;
  desc?: boolean | undefined;
  /** Patterns that a name has to match besides; absent: any, empty: none. */
  within?: readonly string[] | undefined;
  /** Patterns match labels as well, whatever their case. */
  labelOf?: ((channel: number) => string | undefined) | undefined;
}

export function selectChannels(
  table: ChannelTable,
  { filter, tags, offset = 0, limit = table.size, order, desc = false, labelOf, within }: Selection,
): { channels: number[]; total: number } {
  const found = kept(table, named(table, filter, labelOf), within);
  const channels = tags.length > 0 ? found.filter(tagged(table, tags)) : found;
  if (order !== undefined) sort(table, channels, order);
  if (desc) channels.reverse();
  return { channels: channels.slice(offset, offset + limit), total: channels.length };
}

function tagged(table: ChannelTable, tags: readonly string[]): (channel: number) => boolean {
  const matches = nameMatcher(tags);
  if (!table.areasNamed) return (at) => table.tags[at]?.some(matches) ?? false;
  const inArea = (area: string) => matches(area) || tags.some((tag) => isWithin(area, tag));
  // A path is looked at once, however many channels it has.
  const areas = new Map<string, boolean>();
  const areaMatches = (area: string): boolean => {
    const known = areas.get(area);
    if (known !== undefined) return known;
    const found = area !== "" && inArea(area);
    areas.set(area, found);
    return found;
  };
  return (at) => (table.tags[at]?.some(matches) ?? false) || areaMatches(table.areas[at] ?? "");
}

function kept(table: ChannelTable, channels: number[], within: Selection["within"]): number[] {
  if (within === undefined) return channels;
  const matches = keptMatcher(within);
  return channels.filter((at) => matches(table.names[at] ?? ""));
}

function named(table: ChannelTable, filter: readonly string[], labelOf: Selection["labelOf"]): number[] {
  if (filter.length > 0 && !filter.some(hasWildcard)) {
    const numbers = filter.flatMap((name) => table.number(name) ?? []);
    return [...new Set(numbers)].sort((a, b) => a - b);
  }
  const matches = nameMatcher(filter);
  const channels: number[] = [];
  const inLabel = nameMatcher(filter.filter(hasWildcard).map((pattern) => pattern.toLowerCase()));
  for (let at = 0; at < table.size; at += 1) {
    const label = labelOf?.(at);
    if (matches(table.names[at] ?? "") || (label !== undefined && inLabel(label.toLowerCase())))
      channels.push(at);
  }
  return channels;
}

function sort(table: ChannelTable, channels: number[], order: TraceOrder): void {
  switch (order) {
    case "chan":
      channels.sort((a, b) => compareText(table.names[a] ?? "", table.names[b] ?? ""));
      return;
    case "last":
      channels.sort((a, b) => (table.last[a] ?? 0) - (table.last[b] ?? 0));
      return;
    case "count":
      channels.sort((a, b) => (table.counts[a] ?? 0) - (table.counts[b] ?? 0));
      return;
    case "quality":
      channels.sort((a, b) => (table.qualities[a] ?? 0) - (table.qualities[b] ?? 0));
      return;
    case "value":
      channels.sort((a, b) => compareValues(table.values[a], table.values[b]));
  }
}

/** Numbers and booleans by size, then texts, then everything else; channels without a value come last. */
function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b);
  return rankOf(a) === 0 ? Number(a) - Number(b) : 0;
}

function rankOf(value: unknown): number {
  if (typeof value === "number" || typeof value === "boolean") return 0;
  if (typeof value === "string") return 1;
  return value === undefined || value === null ? 3 : 2;
}

/** By code units: `localeCompare` takes twenty times as long. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
