/**
 * Walks from a channel back over links and scripts to where its value comes from, and gathers what is wrong on the way. Each channel is
 * looked at once, so that circles end; the way back to each cause is kept.
 */
import type { WhyCause, WhyStep } from "@hubwart/ipc";
import { reasonText } from "@hubwart/schedule";
import { WRITTEN } from "../channels/table.ts";
import {
  aboutOf,
  cause,
  downCause,
  linkCause,
  misfitCause,
  refusalCause,
  type Seat,
  scriptCause,
  seatOf,
  valueCause,
} from "./causes.ts";
import { texts } from "./texts.ts";
import type { World } from "./world.ts";

export interface Found {
  cause: WhyCause;
  /** Channels from the one that is asked for to where the cause was found. */
  node: Node;
}

export interface Node {
  channel: number;
  depth: number;
  before: Node | undefined;
  /** What leads from the channel before to this one. */
  over: WhyStep | undefined;
}

export interface Walked {
  found: Found[];
  /** Where the value of the channel that is asked for comes from, as far as it is known. */
  origin: Node;
  /** Last step of the way to there. */
  source: WhyStep | undefined;
}

/** Channels that are looked at: a script may read a thousand, each fed by others. */
const MOST_NODES = 20_000;

export function walk(world: World, start: number): Walked {
  const first: Node = { channel: start, depth: 0, before: undefined, over: undefined };
  const seen = new Set([start]);
  const queue = [first];
  const found: Found[] = [];
  let circle: Node | undefined;
  let origin = first;
  let source: WhyStep | undefined;
  for (const node of queue) {
    const look = lookAt(world, node.channel, node === first);
    for (const each of look.causes) found.push({ cause: each, node });
    if (node === origin) source = look.source;
    for (const { channel, main, over } of look.next) {
      if (seen.has(channel)) {
        circle ??= node;
        continue;
      }
      if (seen.size >= MOST_NODES) continue;
      seen.add(channel);
      const next: Node = { channel, depth: node.depth + 1, before: node, over };
      if (main && node === origin) origin = next;
      queue.push(next);
    }
  }
  if (found.length === 0 && circle && !world.table.counts[start]) {
    const chan = world.table.names[circle.channel] ?? "";
    found.push({ cause: cause("circle", `circle ${chan}`, texts.circle, { chan }), node: circle });
  }
  return { found, origin, source };
}

interface Next {
  channel: number;
  over: WhyStep;
  /** The present value came from there. */
  main: boolean;
}

interface Look {
  causes: WhyCause[];
  next: Next[];
  source?: WhyStep;
}

/** @param asked it is the channel itself that is asked for: what becomes of its value outside counts too */
function lookAt(world: World, channel: number, asked: boolean): Look {
  const { table } = world;
  const seat = seatOf(world, channel);
  if (!seat) return fixed(world, channel);
  const origin = table.origins[channel];
  const causes: WhyCause[] = [];
  const next: Next[] = [];
  let source: WhyStep | undefined;
  if (origin === undefined && seat.compiled.dir !== "out") {
    causes.push(...ownCauses(world, seat));
    source = ofPeer(seat);
  }
  if (origin !== undefined) {
    const misfit = misfitCause(world, channel);
    if (misfit) causes.push(misfit);
    if (asked && seat.compiled.dir !== "in") causes.push(...deliveryCauses(world, seat));
  }
  const feeders = links(world, seat, causes, next);
  if (origin === WRITTEN) source = written(world, channel, asked, causes, next);
  else if (seat.compiled.dir !== "in" && !table.counts[channel]) {
    const scripts = scriptsOf(world, seat, causes, next);
    if (feeders + scripts === 0 && seat.compiled.dir === "out") {
      const place = { page: "channel", id: seat.chan } as const;
      causes.push(
        cause("nobody_writes", seat.chan, texts.nobodyWrites(seat.chan), { chan: seat.chan }, { place }),
      );
    }
  }
  if (asked) causes.push(...overtaken(world, seat));
  return { causes, next, ...(source ? { source } : {}) };
}

function fixed(world: World, channel: number): Look {
  const { project, table } = world;
  const chan = table.names[channel] ?? "";
  const schedule = project.schedules?.find((each) => each.chan === chan);
  const reading = schedule && world.reading(channel);
  if (schedule && reading) {
    const { since } = reading;
    const text = texts.schedule(reasonText(schedule, reading));
    return {
      causes: [],
      next: [],
      source: { ...step("schedule", chan, text), ...(since === undefined ? {} : { since }) },
    };
  }
  const constant = project.constants.find((each) => each.chan === chan);
  const text = constant && "given" in constant ? texts.editedConstant : texts.constant;
  return { causes: [], next: [], source: step("constant", chan, text) };
}

const ownCauses = (world: World, seat: Seat): WhyCause[] => {
  const { channel } = seat;
  const { counts, qualities } = world.table;
  const refusal = refusalCause(world, seat);
  const good = qualities[channel] === 0 && (counts[channel] ?? 0) > 0;
  if (good) return refusal ? [refusal] : [];
  const why = downCause(world, seat) ?? refusal ?? valueCause(world, seat);
  return why ? [why] : [];
};

/** A write that has not been confirmed for so long waits for something, ms. */
const LONG = 5_000;

function deliveryCauses(world: World, seat: Seat): WhyCause[] {
  const why = downCause(world, seat) ?? refusalCause(world, seat);
  if (why) return [why];
  const at = world.unsettled(seat.channel);
  if (at === undefined || world.now - at < LONG) return [];
  const about = aboutOf(seat);
  const place = { page: "channel", id: seat.chan } as const;
  return [cause("unconfirmed", seat.chan, texts.unconfirmed(about.peer), about, { since: at, place })];
}

/** @returns how many links end here */
function links(world: World, seat: Seat, causes: WhyCause[], next: Next[]): number {
  const { channel } = seat;
  const { counts, last, names, origins } = world.table;
  const origin = origins[channel];
  const routes = world.into(channel);
  for (const route of routes) {
    const { source } = route;
    const known = (counts[channel] ?? 0) > 0;
    // Of several links into a channel that has a value, the one that brought it counts.
    if (known && origin !== undefined && origin !== source) continue;
    if (known && origin === undefined && seat.compiled.dir !== "out") continue;
    const why = linkCause(route, world.now);
    if (why && (!known || (why.since ?? 0) >= (last[channel] ?? 0))) causes.push(why);
    const over = step("link", `${route.link.source} → ${route.link.target}`, texts.link(names[source] ?? ""));
    next.push({ channel: source, main: origin === source || !known, over });
  }
  return routes.length;
}

/** @returns how many scripts may write it */
function scriptsOf(world: World, seat: Seat, causes: WhyCause[], next: Next[]): number {
  const views = world.scripts.writing(seat.chan);
  for (const view of views) {
    const why = scriptCause(world, view, undefined);
    if (why) causes.push(why);
    // One that waits for its inputs is as good as they are.
    if (why && why.kind !== "script_silent") continue;
    next.push(...inputs(world, view.name, view.reads, false));
  }
  return views.length;
}

function inputs(world: World, name: string, reads: readonly string[], main: boolean): Next[] {
  return reads.flatMap((chan) => {
    const channel = world.table.number(chan);
    return channel === undefined ? [] : [{ channel, main, over: step("script", name, texts.byScript(name)) }];
  });
}

function written(world: World, channel: number, asked: boolean, causes: WhyCause[], next: Next[]): WhyStep {
  const write = world.write(channel);
  if (!write) return step("write", "", texts.writtenBefore);
  const { at, by } = write;
  if (by.who !== "script") {
    return { ...step("write", by.name, texts.written(texts.writtenBy[by.who], by.name)), since: at };
  }
  const views = world.scripts.writing(world.table.names[channel] ?? "");
  const name =
    (asked ? world.scripts.writer : undefined) ?? (views.length === 1 ? views[0]?.name : undefined);
  const view = views.find((each) => each.name === name);
  if (view) {
    const why = scriptCause(world, view, at);
    if (why) causes.push(why);
    next.push(...inputs(world, view.name, view.reads, false));
  }
  const text = name === undefined ? texts.bySomeScript : texts.byScript(name);
  return { ...step("script", name ?? "", text), since: at };
}

/** What somebody wrote is told to be replaced for so long, ms. */
const REMEMBERED = 60 * 60_000;

function overtaken(world: World, { channel, chan }: Seat): WhyCause[] {
  const { last, names, origins, values } = world.table;
  const write = world.write(channel);
  const origin = origins[channel];
  if (!write || write.by.who === "script" || origin === undefined || origin === WRITTEN) return [];
  if (world.now - write.at > REMEMBERED || Object.is(write.value, values[channel])) return [];
  const source = names[origin] ?? "";
  const place = { page: "channel", id: source } as const;
  return [
    cause(
      "overtaken",
      `${source} → ${chan}`,
      texts.overtaken(source),
      { chan },
      { since: last[channel] ?? 0, place },
    ),
  ];
}

function ofPeer(seat: Seat): WhyStep {
  const { peer, place } = aboutOf(seat);
  return step("iface", `${seat.pod.id}/${seat.compiled.iface}`, texts.fromPeer(seat.pod.id, peer, place));
}

const step = (kind: WhyStep["kind"], id: string, text: string): WhyStep => ({ kind, id, text, fine: true });
