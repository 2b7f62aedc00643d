/**
 * Why a channel has the value it has, or has none: the way back, the one cause with its time, and what to do about it.
 *
 *     explain(worldOf(plant, Date.now(), look), "modb_client.zaehler.leistung");
 *
 * Of several causes the earliest counts, of those that came together the one nearest to the world; the others are counted.
 */
import type { Why, WhyCause, WhyGroup, WhyState, WhyStep } from "@hubwart/ipc";
import { before, cause, seatOf } from "./causes.ts";
import { texts } from "./texts.ts";
import { type Found, type Node, walk } from "./walk.ts";
import type { World } from "./world.ts";

/** Steps that are told at each end of a long way. */
const SHOWN = 20;
/** Further causes that are named. */
const NAMED = 10;
/** Causes within this time came together, ms. */
const TOGETHER = 1_000;

/** undefined for a channel that the project does not have. */
export function explain(world: World, chan: string): Why | undefined {
  const { table } = world;
  const channel = table.number(chan);
  if (channel === undefined) return undefined;
  const { found, origin, source } = walk(world, channel);
  const [first, ...others] = ranked(found);
  const way = stepsTo(world, first?.node ?? origin, first?.cause, source);
  const state = stateOf(world, channel, first);
  return {
    chan,
    state,
    value: table.values[channel] ?? null,
    quality: table.qualities[channel] ?? 2,
    last: table.last[channel] ?? 0,
    count: table.counts[channel] ?? 0,
    text: first ? first.cause.text : texts.fine(source?.text ?? ""),
    ...shortened(way),
    ...(first ? { cause: { ...first.cause, ...before(world, first.node.channel) } } : {}),
    more: others.slice(0, NAMED).map(({ cause: { id, since, text } }) => ({
      id,
      text,
      ...(since === undefined ? {} : { since }),
    })),
    others: others.length,
  };
}

/** Of a hub that runs no project. `reason`: its own text, German. */
export function explainOff(
  chan: string,
  kind: "no_license" | "no_project" | "no_channel",
  reason?: string,
): Why {
  const own = { no_license: texts.noLicense, no_project: texts.noProject, no_channel: texts.noChannel(chan) }[
    kind
  ];
  const page = kind === "no_license" ? "license" : "project";
  const why = cause(kind, kind, reason ?? own, { chan }, { place: { page, id: "" } });
  const steps: WhyStep[] = [{ kind: "hub", id: "hub", text: why.text, fine: false }];
  const rest = {
    value: null,
    quality: 2,
    last: 0,
    count: 0,
    steps,
    skipped: 0,
    more: [],
    others: 0,
  } as const;
  return { chan, state: "off", text: why.text, cause: why, ...rest, steps, more: [] };
}

/** One entry for each cause, the most important first. */
function ranked(found: readonly Found[]): Found[] {
  const byId = new Map<string, Found>();
  for (const each of found) {
    const key = `${each.cause.kind} ${each.cause.id}`;
    const other = byId.get(key);
    if (!other || other.node.depth > each.node.depth) byId.set(key, each);
  }
  const when = ({ cause: { since } }: Found) => since ?? Number.POSITIVE_INFINITY;
  return [...byId.values()].sort((a, b) => {
    const apart = Math.floor(when(a) / TOGETHER) - Math.floor(when(b) / TOGETHER);
    return Number.isNaN(apart) || apart === 0 ? b.node.depth - a.node.depth : apart;
  });
}

/** Of a value that is there and good. */
const UNEXPECTED: ReadonlySet<string> = new Set<WhyCause["kind"]>([
  "overtaken",
  "map",
  "conversion",
  "long_chain",
  "script_broken",
  "script_failed",
  "script_loop",
  "script_starting",
  "scripts_off",
]);

function stateOf({ table }: World, channel: number, first: Found | undefined): WhyState {
  if (!table.counts[channel]) return "never";
  const quality = table.qualities[channel];
  if (quality === 2) return "bad";
  if (quality === 1) return "uncertain";
  if (!first) return "good";
  if (table.refusals.has(channel)) return "refused";
  // What is wrong farther back concerns the value; what is wrong here, what becomes of it outside.
  return first.node.depth > 0 || UNEXPECTED.has(first.cause.kind) ? "unexpected" : "waiting";
}

function stepsTo(world: World, end: Node, why: WhyCause | undefined, source: WhyStep | undefined): WhyStep[] {
  const nodes: Node[] = [];
  for (let node: Node | undefined = end; node; node = node.before) nodes.push(node);
  const steps = nodes
    .reverse()
    .flatMap(({ channel, over }) => [...(over ? [over] : []), channelStep(world, channel)]);
  const last = why ? [...behind(world, end, why), causeStep(why)] : source ? [source] : [];
  return [...steps, ...last];
}

function channelStep({ table }: World, channel: number): WhyStep {
  const chan = table.names[channel] ?? "";
  const quality = table.qualities[channel] ?? 2;
  const known = (table.counts[channel] ?? 0) > 0;
  const last = table.last[channel] ?? 0;
  return {
    kind: "channel",
    id: chan,
    text: texts.channel(chan, quality, known),
    ...(last > 0 ? { since: last } : {}),
    fine: quality === 0 && known && !table.refusals.has(channel),
  };
}

/** What was looked at and found fine before the cause: where it is on the other side, that its pod and its connection are up. */
function behind(world: World, { channel }: Node, why: WhyCause): WhyStep[] {
  const seat = seatOf(world, channel);
  if (!seat || why.place?.page === "script" || why.id.includes(" → ") || !seat.report?.running) return [];
  const running: WhyStep = { kind: "pod", id: seat.pod.id, text: texts.podFine(seat.pod.id), fine: true };
  const peer = seat.iface?.peer;
  if (!seat.iface?.state || peer === undefined) return [running];
  const iface = `${seat.pod.id}/${seat.compiled.iface}`;
  return [running, { kind: "iface", id: iface, text: texts.ifaceFine(peer), fine: true }];
}

function causeStep({ id, place, since, text }: WhyCause): WhyStep {
  const kind = id.includes(" → ")
    ? "link"
    : place?.page === "pod"
      ? id.includes("/")
        ? "iface"
        : "pod"
      : place?.page === "script"
        ? "script"
        : "channel";
  return { kind, id, text, fine: false, ...(since === undefined ? {} : { since }) };
}

function shortened(steps: WhyStep[]): Pick<Why, "steps" | "skipped"> {
  const skipped = Math.max(0, steps.length - 2 * SHOWN);
  if (skipped === 0) return { steps, skipped };
  return { steps: [...steps.slice(0, SHOWN), ...steps.slice(-SHOWN)], skipped };
}

/** Channels that are looked at in one go, so that others are heard in between. */
const AT_ONCE = 200;
const MOST_LOOKED = 20_000;
const NAMES = 3;

/** Causes of all that is not good; those of most channels first. Channels that never had a value and that nobody asks count as well. */
export async function explainAll(
  world: World,
  limit: number,
): Promise<{ groups: WhyGroup[]; looked: number; troubled: number }> {
  const { table } = world;
  const groups = new Map<string, WhyGroup>();
  let looked = 0;
  let troubled = 0;
  for (let channel = 0; channel < table.size && looked < MOST_LOOKED; channel += 1) {
    if (table.qualities[channel] === 0 && !table.refusals.has(channel)) continue;
    looked += 1;
    if (looked % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    const [first] = ranked(walk(world, channel).found);
    if (!first) continue;
    troubled += 1;
    const key = `${first.cause.kind} ${first.cause.id}`;
    const group = groups.get(key) ?? { ...first.cause, channels: 0, first: [] };
    group.channels += 1;
    if (group.first.length < NAMES) group.first.push(table.names[channel] ?? "");
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((a, b) => b.channels - a.channels);
  return { groups: sorted.slice(0, limit), looked, troubled };
}
