/** What the search for a cause sees of the running plant. */

import type { HubPod, ScriptReport, WhyCause } from "@hubwart/ipc";
import { readNamesOf, writtenNamesOf } from "@hubwart/lua";
import { type PodReason, reasonOf } from "@hubwart/pods/reasons";
import type { CompiledProject } from "@hubwart/project/compiled";
import type { Reading } from "@hubwart/schedule";
import type { LastWrite } from "../channels/last-writes.ts";
import type { RouteView } from "../channels/router.ts";
import type { ChannelTable } from "../channels/table.ts";
import type { ScriptsLook } from "../scripts/scripts.ts";

export interface ScriptView {
  name: string;
  /** Absent while its process does not answer. */
  report: ScriptReport | undefined;
  /** Channels that its source names to write and to read. */
  writes: readonly string[];
  reads: readonly string[];
}

export interface World {
  /** ms since the epoch. */
  now: number;
  table: ChannelTable;
  project: CompiledProject;
  into(channel: number): readonly RouteView[];
  /** By its place in the project. */
  pod(place: number): HubPod | undefined;
  /** Since when a value that left for the pod waits for what becomes of it, ms since the epoch. */
  unsettled(channel: number): number | undefined;
  write(channel: number): LastWrite | undefined;
  reading(channel: number): Reading | undefined;
  /** What a pod's text means; the same text is looked at once. */
  reason(type: string, text: string): PodReason | undefined;
  /** What keeps a connection of a pod down, by both; found once for all of its channels. */
  down: Map<string, WhyCause | undefined>;
  scripts: {
    /** Their process; absent where there is none. */
    pod: HubPod | undefined;
    /** Those that may write a channel. */
    writing(chan: string): readonly ScriptView[];
    /** The one that is known to have written the channel that is asked for. */
    writer: string | undefined;
  };
}

interface Plant {
  table: ChannelTable;
  project: CompiledProject;
  pods: readonly { report(): HubPod; unsettled(local: number): number | undefined }[];
  into(channel: number): RouteView[];
  reading(channel: number): Reading | undefined;
  writes: { of(name: string): LastWrite | undefined };
}

/** As it is now; each pod is asked once at most. */
export function worldOf(plant: Plant, now: number, look: ScriptsLook | undefined): World {
  const { project, table } = plant;
  const reports = new Map<number, HubPod | undefined>();
  const reasons = new Map<string, PodReason | undefined>();
  let writing: Map<string, ScriptView[]> | undefined;
  return {
    now,
    table,
    project,
    // A channel's number is that of its table: of another one nothing is asked.
    into: (channel) => (plant.table === table ? plant.into(channel) : []),
    pod: (place) => {
      if (!reports.has(place)) reports.set(place, plant.pods[place]?.report());
      return reports.get(place);
    },
    unsettled: (channel) => plant.pods[table.pods[channel] ?? -1]?.unsettled(table.locals[channel] ?? -1),
    write: (channel) => plant.writes.of(table.names[channel] ?? ""),
    reading: (channel) => plant.reading(channel),
    reason: (type, text) => {
      const key = `${type} ${text}`;
      if (!reasons.has(key)) reasons.set(key, reasonOf(type, text));
      return reasons.get(key);
    },
    down: new Map(),
    scripts: {
      pod: look?.pod,
      writer: look?.writer,
      writing: (chan) => {
        writing ??= byWritten(look);
        return writing.get(chan) ?? [];
      },
    },
  };
}

function byWritten(look: ScriptsLook | undefined): Map<string, ScriptView[]> {
  const found = new Map<string, ScriptView[]>();
  for (const [name, source] of Object.entries(look?.sources ?? {})) {
    const writes = writtenNamesOf(source).map(({ text }) => text);
    const report = look?.reports?.find((each) => each.name === name);
    const view = { name, report, writes, reads: readNamesOf(source).map(({ text }) => text) };
    for (const chan of writes) {
      const views = found.get(chan);
      if (views) views.push(view);
      else found.set(chan, [view]);
    }
  }
  return found;
}
