/** What an upload changes against the project before it. */
import { canonicalText } from "./canonical.ts";
import type {
  CompiledChannel,
  CompiledConstant,
  CompiledLink,
  CompiledPod,
  CompiledProject,
} from "./compiled.ts";

export interface ChannelChange {
  /** A channel or constant; or, of a pod that stays, an interface (`{type}.iface.{pod}.{iface}`) or the pod itself (`{type}.pod.{pod}`). */
  chan: string;
  change: "added" | "changed" | "removed";
}

export interface ProjectDiff {
  /** Sorted by channel name. */
  changes: ChannelChange[];
  /** Links added, removed, or with other parameters. */
  linksChanged: number;
}

/** `before` is undefined for the first project. */
export function diffProjects(before: CompiledProject | undefined, after: CompiledProject): ProjectDiff {
  const oldChannels = byKey(channelsOf(before), (channel) => channel.chan);
  const newChannels = byKey(channelsOf(after), (channel) => channel.chan);
  const connections = compareMaps(connectionsOf(before, after), connectionsOf(after, before));
  const constants = compareMaps(
    byKey(before?.constants ?? [], constantKey),
    byKey(after.constants, constantKey),
  );
  const changes: ChannelChange[] = [
    ...compareMaps(oldChannels, newChannels),
    ...constants,
    ...connections,
  ].map(([chan, change]) => ({ chan, change }));
  changes.sort((a, b) => (a.chan < b.chan ? -1 : 1));
  const linkKey = (link: CompiledLink) => `${link.source} ${link.target}`;
  const linksChanged = compareMaps(byKey(before?.links ?? [], linkKey), byKey(after.links, linkKey)).length;
  return { changes, linksChanged };
}

/**
 * True if the hub can take the change over without restarting a pod: only links, constants, scripts,
 * labels, units, tags or the project's own name differ. False for two equal projects is impossible.
 */
export function isLinkOnlyChange(before: CompiledProject, after: CompiledProject): boolean {
  if (before.id !== after.id || before.pods.length !== after.pods.length) return false;
  return before.pods.every((pod, i) => {
    const other = after.pods[i];
    return other !== undefined && canonicalText(essence(pod)) === canonicalText(essence(other));
  });
}

/** What a pod is started with; the rest only describes. */
function essence(pod: CompiledPod): unknown {
  return {
    id: pod.id,
    internal: pod.internal,
    ifaces: pod.ifaces,
    channels: pod.channels.map(({ chan, iface, type, dir, config }) => ({ chan, iface, type, dir, config })),
  };
}

/** What the pods are set to apart from their channels; of the pods that the other project has too. */
function connectionsOf(
  project: CompiledProject | undefined,
  other: CompiledProject | undefined,
): Map<string, string> {
  const texts = new Map<string, string>();
  const kept = new Set(other?.pods.map(({ id }) => id));
  for (const { id, ifaces, internal, name, type } of project?.pods ?? []) {
    if (!kept.has(id)) continue;
    texts.set(`${type}.pod.${name}`, String(internal));
    for (const iface of ifaces) texts.set(`${type}.iface.${name}.${iface.id}`, canonicalText(iface));
  }
  return texts;
}

const constantKey = ({ chan }: CompiledConstant) => chan;

function* channelsOf(project: CompiledProject | undefined): Generator<CompiledChannel> {
  for (const pod of project?.pods ?? []) yield* pod.channels;
}

function byKey<T>(items: Iterable<T>, key: (item: T) => string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const item of items) texts.set(key(item), canonicalText(item));
  return texts;
}

function compareMaps(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): [string, ChannelChange["change"]][] {
  const changes: [string, ChannelChange["change"]][] = [];
  for (const [key, text] of after) {
    const old = before.get(key);
    if (old === undefined) changes.push([key, "added"]);
    else if (old !== text) changes.push([key, "changed"]);
  }
  for (const key of before.keys()) if (!after.has(key)) changes.push([key, "removed"]);
  return changes;
}
