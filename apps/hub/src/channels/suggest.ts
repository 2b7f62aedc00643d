/**
 * Names, patterns and tags that begin with or contain what a person typed, the best first: what begins with the text
 * before what merely contains it, and the pattern of a whole pod before its channels.
 */
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
  { kind, text, limit }: { kind: SuggestKind; text: string; limit: number },
): string[] {
  const wanted = text.toLowerCase();
  const begins: string[] = [];
  const contains: string[] = [];
  for (const candidate of candidates(source, kind)) {
    const at = candidate.toLowerCase().indexOf(wanted);
    if (at === 0) begins.push(candidate);
    else if (at > 0 && contains.length < limit) contains.push(candidate);
    if (begins.length >= limit) break;
  }
  if (kind === "channels" && wanted !== "" && begins.length + contains.length < limit)
    contains.push(...labelled(source, wanted, limit));
  return [...new Set([...begins, ...contains])].slice(0, limit);
}

/** Channels that people call so. */
function labelled({ table, labelOf }: SuggestSource, wanted: string, limit: number): string[] {
  const found: string[] = [];
  for (let at = 0; at < table.size && found.length < limit; at += 1) {
    if (labelOf(at)?.toLowerCase().includes(wanted)) found.push(table.names[at] ?? "");
  }
  return found;
}

function* candidates({ table, pods, connections }: SuggestSource, kind: SuggestKind): Iterable<string> {
  switch (kind) {
    case "channels":
      for (const { type, name } of pods) yield `${type}.${name}.*`;
      yield* table.names;
      return;
    case "recorded":
      for (const { channels } of pods) {
        for (const { chan, record, type } of channels) if (record && CHARTED.has(type)) yield chan;
      }
      return;
    case "tags":
      yield* [...new Set(table.tags.flat())].sort();
      return;
    case "interfaces":
    case "pods": {
      const part = kind === "pods" ? "pod" : "iface";
      for (const { chan } of connections()) if (chan.split(".")[1] === part) yield chan;
    }
  }
}
