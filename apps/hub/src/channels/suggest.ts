/**
 * Names, patterns and tags that begin with or contain what a person typed, the best first: what begins with the text
 * before what merely contains it, and the pattern of a whole pod before its channels.
 */
import { keptMatcher } from "@hubwart/core";
import type { ConnRecord, SuggestKind } from "@hubwart/ipc";
import type { CompiledPod } from "@hubwart/project/compiled";
import type { ChannelTable } from "./table.ts";

/** Types whose values are numbers in the history. */
const CHARTED = new Set(["bool", "float", "int"]);

export interface SuggestSource {
  table: ChannelTable;
  pods: readonly CompiledPod[];
  /** What people call a channel; the text is looked for there too. */
  labelOf: (channel: number) => string | undefined;
  /** Asked for only when connections are wanted. */
  connections: () => readonly ConnRecord[];
}

export function suggest(
  source: SuggestSource,
  {
    kind,
    text,
    limit,
    within,
  }: { kind: SuggestKind; text: string; limit: number; within?: readonly string[] | undefined },
): string[] {
  const own = within === undefined ? () => true : keptMatcher(within);
  const wanted = text.toLowerCase();
  const begins: string[] = [];
  const contains: string[] = [];
  for (const candidate of candidates(source, kind, own)) {
    const at = candidate.toLowerCase().indexOf(wanted);
    if (at === 0) begins.push(candidate);
    else if (at > 0 && contains.length < limit) contains.push(candidate);
    if (begins.length >= limit) break;
  }
  if (kind === "channels" && wanted !== "" && begins.length + contains.length < limit)
    contains.push(...labelled(source, wanted, limit, own));
  return [...new Set([...begins, ...contains])].slice(0, limit);
}

/** Channels that people call so. */
function labelled(
  { table, labelOf }: SuggestSource,
  wanted: string,
  limit: number,
  own: (name: string) => boolean,
): string[] {
  const found: string[] = [];
  for (let at = 0; at < table.size && found.length < limit; at += 1) {
    const name = table.names[at] ?? "";
    if (own(name) && labelOf(at)?.toLowerCase().includes(wanted)) found.push(name);
  }
  return found;
}

function* candidates(
  { table, pods, connections }: SuggestSource,
  kind: SuggestKind,
  own: (name: string) => boolean,
): Iterable<string> {
  switch (kind) {
    case "channels":
      for (const { channels, type, name } of pods)
        if (channels.some(({ chan }) => own(chan))) yield `${type}.${name}.*`;
      yield* table.names.filter(own);
      return;
    case "recorded":
      for (const { channels } of pods) {
        for (const { chan, record, type } of channels)
          if (record && CHARTED.has(type) && own(chan)) yield chan;
      }
      return;
    case "tags":
      yield* [...new Set(table.tags.filter((_, at) => own(table.names[at] ?? "")).flat())].sort();
      yield* allAreas(table, own);
      return;
    case "areas":
      yield* allAreas(table, own);
      return;
    case "interfaces":
    case "pods": {
      const part = kind === "pods" ? "pod" : "iface";
      for (const { chan } of connections()) if (chan.split(".")[1] === part && own(chan)) yield chan;
    }
  }
}

/** Of the caller's channels, with those that only have parts; none where pods stand in. */
function allAreas({ areas, areasNamed, names }: ChannelTable, own: (name: string) => boolean): string[] {
  const all = new Set<string>();
  const wanted = areasNamed ? areas.filter((_, at) => own(names[at] ?? "")) : [];
  for (const area of new Set(wanted)) {
    if (area === "") continue;
    const parts = area.split("/");
    for (let depth = 1; depth <= parts.length; depth += 1) all.add(parts.slice(0, depth).join("/"));
  }
  return [...all].sort();
}
