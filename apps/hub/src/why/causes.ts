/** Causes at one channel: what its pod, its connection, the other side, a link or a script does to it. */
import { says } from "@hubwart/core";
import type { HubPod, WhyCause, WhyCauseKind } from "@hubwart/ipc";
import { channelPlace } from "@hubwart/pods/whereabouts";
import type { CompiledChannel, CompiledPod } from "@hubwart/project/compiled";
import type { RouteView } from "../channels/router.ts";
import { texts as hub } from "../texts.ts";
import { type About, texts } from "./texts.ts";
import type { ScriptView, World } from "./world.ts";

/** Where a channel lies. */
export interface Seat {
  channel: number;
  chan: string;
  pod: CompiledPod;
  compiled: CompiledChannel;
  report: HubPod | undefined;
  iface: HubPod["ifaces"][number] | undefined;
}

/** undefined for constants and schedules. */
export function seatOf(world: World, channel: number): Seat | undefined {
  const { project, table } = world;
  const place = table.pods[channel] ?? -1;
  const pod = project.pods[place];
  const compiled = pod?.channels[table.locals[channel] ?? -1];
  if (!pod || !compiled) return undefined;
  const report = world.pod(place);
  const iface = report?.ifaces.find((each) => each.iface === compiled.iface);
  return { channel, chan: compiled.chan, pod, compiled, report, iface };
}

export function cause(
  kind: WhyCauseKind,
  id: string,
  text: string,
  about: About,
  rest: Partial<Pick<WhyCause, "since" | "before" | "place">> = {},
): WhyCause {
  return { kind, id, text, mend: texts.mends[kind](about), ...rest };
}

export const aboutOf = ({ chan, compiled, iface, pod }: Seat): About => {
  const place = channelPlace(pod.type, compiled.config);
  return {
    pod: pod.id,
    type: pod.type,
    chan,
    ...(iface?.peer === undefined ? {} : { peer: iface.peer }),
    ...(place === undefined ? {} : { place }),
  };
};

const since = (ms: number | undefined): { since?: number } => (ms ? { since: ms } : {});

const CRASHED = says(hub.processEnded);
const CUT = [
  hub.garbledMessage,
  hub.tooManyStates,
  hub.countsWrong,
  hub.notReading,
  hub.valuesTooLarge,
  hub.messagesTooLarge,
  hub.minuteSilent,
  hub.notProcessed,
  hub.signedInTwice,
  hub.keepsTooMuch,
].map((text) => says(text));

function podFault({ error = "", internal, running, silent }: HubPod): WhyCauseKind | undefined {
  if (silent) return "pod_silent";
  if (running) return undefined;
  // One that was never there has nothing to say of it.
  if (error === hub.externalAway || (error === "" && !internal)) return "pod_away";
  if (error === "") return "pod_starting";
  if (CRASHED(error)) return "pod_crashed";
  return CUT.some((is) => is(error)) ? "pod_cut" : "pod_settings";
}

/** The pod does not run, or its connection is down: the same for all of its channels. */
export function downCause(world: World, seat: Seat): WhyCause | undefined {
  const key = `${seat.pod.id}/${seat.compiled.iface}`;
  if (!world.down.has(key)) world.down.set(key, podCause(seat) ?? ifaceCause(world, seat));
  return world.down.get(key);
}

function podCause(seat: Seat): WhyCause | undefined {
  const { pod, report } = seat;
  const kind = report ? podFault(report) : "pod_starting";
  if (kind === undefined) return undefined;
  return cause(
    kind,
    pod.id,
    texts.ofPod(pod.id, report?.error ?? (kind === "pod_away" ? hub.externalAway : texts.starting)),
    aboutOf(seat),
    {
      ...since(report?.changed),
      place: { page: "pod", id: pod.id },
    },
  );
}

/** Its connection is down. */
function ifaceCause(world: World, seat: Seat): WhyCause | undefined {
  const { compiled, iface, pod } = seat;
  if (iface?.state) return undefined;
  const { error, last, peer } = iface ?? {};
  const kind = error === undefined ? "connection" : (world.reason(pod.type, error) ?? "connection");
  const text = texts.ofPod(pod.id, error ?? texts.notConnected(peer));
  return cause(kind, `${pod.id}/${compiled.iface}`, text, aboutOf(seat), {
    ...since(last),
    place: { page: "pod", id: pod.id },
  });
}

/** Kinds that concern the other side as a whole, so that many channels have the same cause. */
const OF_ALL: ReadonlySet<WhyCauseKind> = new Set(["silent", "sign_in", "busy", "tls", "keyring", "timeout"]);

/** The other side refuses what is asked or written. */
export function refusalCause(world: World, seat: Seat): WhyCause | undefined {
  const { channel, chan, compiled, pod } = seat;
  const refusal = world.table.refusals.get(channel);
  if (!refusal) return undefined;
  const kind = world.reason(pod.type, refusal.text) ?? "other";
  const id = OF_ALL.has(kind) ? `${pod.id}/${compiled.iface}` : chan;
  return cause(kind, id, texts.ofPod(pod.id, refusal.text), aboutOf(seat), {
    since: refusal.since,
    place: { page: "channel", id: chan },
  });
}

/** Of a value that is not good though the connection stands and nothing is refused. */
export function valueCause(world: World, seat: Seat): WhyCause | undefined {
  const { channel, chan, compiled, iface, report } = seat;
  const { counts, fell, last, qualities } = world.table;
  const about = aboutOf(seat);
  const at = fell.get(channel);
  const own = (kind: WhyCauseKind, text: string, when = at) =>
    cause(kind, chan, text, about, {
      ...since(when),
      place: { page: "channel", id: chan },
    });
  const misfit = misfitCause(world, seat.channel);
  if (misfit) return misfit;
  if (!counts[channel])
    return own("nothing_came", texts.ofPod(seat.pod.id, texts.nothingCame(about.peer)), iface?.last);
  const quality = qualities[channel] ?? 0;
  if (quality === 2) return own("source_bad", texts.ofPod(seat.pod.id, texts.sourceBad(about.peer)));
  if (quality !== 1) return undefined;
  const { max_age: allowed } = compiled.config;
  const came = last[channel] ?? 0;
  const interrupted = Math.max(iface?.last ?? 0, (report?.started ?? 0) * 1_000);
  if (at === undefined && compiled.retain) return own("kept", texts.kept, came);
  if (at !== undefined && interrupted < at && typeof allowed === "number")
    return own("stale", texts.stale(allowed), at);
  if (at !== undefined && interrupted >= at) return own("until_next", texts.untilNext);
  return own("source_uncertain", texts.ofPod(seat.pod.id, texts.sourceUncertain(about.peer)));
}

/** The last value does not fit the channel's type. */
export function misfitCause({ table }: World, channel: number): WhyCause | undefined {
  const misfit = table.misfits.get(channel);
  if (!misfit) return undefined;
  const chan = table.names[channel] ?? "";
  const text = texts.misfit(misfit.given, table.types[channel] ?? "");
  return cause("type", chan, text, { chan }, { since: misfit.at, place: { page: "channel", id: chan } });
}

const STOPS = {
  map: { kind: "map", text: texts.noPair },
  conversion: { kind: "conversion", text: texts.notConverted },
  long: { kind: "long_chain", text: () => texts.chainCut },
} as const;

/** The link lets the newest value of its source not pass, or not yet. */
export function linkCause({ heldUntil, link, stopped }: RouteView, now: number): WhyCause | undefined {
  const { source, target } = link;
  const id = `${source} → ${target}`;
  const place = { page: "channel", id: target } as const;
  if (stopped) {
    const { kind, text } = STOPS[stopped.why];
    return cause(kind, id, text(stopped.given), { chan: target }, { since: stopped.at, place });
  }
  if (heldUntil === undefined) return undefined;
  return cause("held", id, texts.held, { chan: target }, { since: now, place });
}

/** @param wrote when the script wrote the channel last, ms since the epoch; undefined: never */
export function scriptCause(world: World, view: ScriptView, wrote: number | undefined): WhyCause | undefined {
  const { name, report } = view;
  const own = (kind: WhyCauseKind, text: string, at = report?.errorAt) =>
    cause(kind, name, text, { script: name }, { ...since(at), place: { page: "script", id: name } });
  if (!report) return own("scripts_off", texts.scriptsOff, world.scripts.pod?.changed);
  const { error, errorAt = 0, loop, state } = report;
  if (state === "broken")
    return own(
      "script_broken",
      error === undefined ? texts.scriptBroken(name) : texts.scriptSaid(name, error),
    );
  if (state === "waiting" || (error !== undefined && errorAt > (wrote ?? 0)))
    return own(
      "script_failed",
      error === undefined ? texts.scriptFailed(name) : texts.scriptSaid(name, error),
    );
  if (loop !== undefined) return own("script_loop", texts.scriptLoop(name, loop), undefined);
  if (state === "starting") return own("script_starting", texts.scriptStarting(name), undefined);
  return wrote === undefined ? own("script_silent", texts.scriptSilent(name), undefined) : undefined;
}

/** Values that came before a cause, of a channel whose values come from its own pod. */
export function before({ table }: World, channel: number): { before?: number } {
  if (table.origins[channel] !== undefined || table.directions[channel] === "out") return {};
  return { before: table.counts[channel] ?? 0 };
}
