/**
 * A project while it runs: its channels, links and pods.
 *
 *     const plant = new Plant(environment);
 *     await plant.load(project);          // again with another project; what did not change runs on
 *     await plant.stop();
 *
 * Invariants: one load or stop at a time (the caller's queue). A pod whose part of the project is unchanged
 * is not interrupted by a load; its channels keep their values.
 */

import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Clock, type LogEntry, type Logger, type Pulse, Scope } from "@hubwart/core";
import type { DataRecord, PodSetting, Quality } from "@hubwart/ipc";
import type { CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import type { Reading } from "@hubwart/schedule";
import type { Alarms } from "./alarms/alarms.ts";
import { answerChat, isAlarmAsk } from "./alarms/chat.ts";
import { LastWrites, type Writer } from "./channels/last-writes.ts";
import { type ChannelsNow, PodChannels } from "./channels/pod-channels.ts";
import { Router, type RouteView } from "./channels/router.ts";
import { ChannelTable } from "./channels/table.ts";
import { Watches } from "./channels/watches.ts";
import { Complaints } from "./complaints.ts";
import { EMPTY_PROJECT } from "./empty-project.ts";
import { handedOver, tokenOf } from "./pods/handed-over.ts";
import { answerPod } from "./pods/hub-methods.ts";
import { PodHandle } from "./pods/pod-handle.ts";
import { PodState } from "./pods/pod-state.ts";
import { runsAlike } from "./runs-alike.ts";
import { readDeviceSchedules } from "./schedules/device-files.ts";
import { Schedules, type SchedulesOptions } from "./schedules/schedules.ts";

export interface PlantEnvironment {
  clock: Clock;
  pulse: Pulse;
  log: Logger;
  fork: (id: string) => ChildProcess;
  /** Longest pause before a crashed pod is started again, ms. */
  restartDelayMax: number;
  /** Settings as stored right now. */
  settings: () => Promise<ReadonlyMap<string, PodSetting>>;
  tokenFolder: string;
  /** Files and secrets of the pods, `layout.podHandover`. */
  handoverFolder: string;
  /** What pods want to find again, `layout.podState`. */
  stateFolder: string;
  /** Of each pod's own, `layout.podFolders`. */
  ownFolders: string;
  /** Authorities (PEM) that pods trust beside the usual ones. */
  authorities: () => readonly string[];
  /** Entries of a pod's log. */
  entries: (pod: string, entries: LogEntry[]) => void;
  /** A pod's state or figures changed. */
  changed: () => void;
  stores: PlantStores;
  scripts: PlantWatcher;
  alarms: PlantWatcher & Pick<Alarms, "ask">;
  energy: PlantWatcher;
  /** Time zone of the device as it holds now. */
  zone: () => Promise<string>;
  layout: Parameters<typeof readDeviceSchedules>[0];
  /** Ends what outlives a project. */
  scope: Scope;
}

/** What runs beside the pods and looks at values: the project's scripts, its alarms, its meters. */
export interface PlantWatcher {
  /** Another table. */
  load(project: CompiledProject, table: ChannelTable): Promise<void>;
  /** A channel was updated. */
  observe(channel: number): void;
  stop(): Promise<void>;
}

/** What keeps values beyond the hub's own life. */
export interface PlantStores {
  /** Another table: kept values are put into it. */
  load(project: CompiledProject, table: ChannelTable, version: string): Promise<void>;
  /** A channel was updated. */
  observe(channel: number): void;
}

interface Running {
  handle: PodHandle;
  scope: Scope;
  /** Place in the project. */
  place: number;
}

export class Plant {
  readonly #env: PlantEnvironment;
  readonly #complaints: Complaints;
  readonly watches: Watches;
  project: CompiledProject = EMPTY_PROJECT;
  table = new ChannelTable(EMPTY_PROJECT);
  #router: Router;
  readonly #channels: PodChannels;
  readonly #schedules: Schedules;
  #pods = new Map<string, Running>();
  /** By place in the project. */
  #places: PodHandle[] = [];
  readonly writes = new LastWrites();

  constructor(env: PlantEnvironment) {
    this.#env = env;
    this.#complaints = new Complaints(env.clock, env.log.module("links"));
    this.watches = new Watches(env.clock, (channel) => this.record(channel));
    this.#router = this.#makeRouter(EMPTY_PROJECT, this.table);
    this.#channels = new PodChannels(this.#channelsNow());
    const { clock, layout, log, scope, zone } = env;
    const device: SchedulesOptions["device"] = (...given) => readDeviceSchedules(layout, ...given);
    const update = (channel: number, value: unknown, ts: number) =>
      this.#router.update(channel, value, 0, ts);
    this.#schedules = new Schedules({ clock, scope, log: log.module("schedules"), zone, device, update });
  }

  get pods(): readonly PodHandle[] {
    return this.#places;
  }

  pod(id: string): PodHandle | undefined {
    return this.#pods.get(id)?.handle;
  }

  /** @returns whether a pod was stopped or started */
  async load(project: CompiledProject, version: string): Promise<boolean> {
    const settings = await this.#env.settings();
    await this.#schedules.open();
    const next = new Map(project.pods.map((pod) => [pod.id, pod]));
    const leaving = [...this.#pods.values()].filter(({ handle }) => {
      const pod = next.get(handle.id);
      return !pod || !runsAlike(handle.pod, pod);
    });
    await this.#end(leaving);
    this.#router.end();
    const before = this.table;
    const old = this.project;
    this.project = project;
    this.table = new ChannelTable(project);
    this.table.inherit(before);
    this.writes.keep((name) => this.table.number(name) !== undefined);
    await this.#env.stores.load(project, this.table, version);
    // Scripts say and ask something of alarms from their first line on.
    await this.#env.alarms.load(project, this.table);
    await this.#env.energy.load(project, this.table);
    await this.#env.scripts.load(project, this.table);
    this.#complaints.forget();
    const ended = this.#router;
    this.#router = this.#makeRouter(project, this.table);
    this.#router.inherit(ended);
    this.watches.rename(this.table.names);
    const added: Running[] = [];
    this.#places = project.pods.map((pod, place) => {
      const kept = this.#pods.get(pod.id);
      if (kept) {
        kept.place = place;
        kept.handle.pod = pod;
        return kept.handle;
      }
      const running = this.#makePod(pod, settings.get(pod.id), place);
      added.push(running);
      return running.handle;
    });
    this.#writeConstants(old);
    this.#schedules.load(project, this.table);
    this.#router.prime();
    for (const { handle } of added) await this.#startPod(handle, settings.get(handle.id));
    this.#env.changed();
    return leaving.length + added.length > 0;
  }

  async renewSchedules(): Promise<void> {
    await this.#schedules.renew();
  }

  async stop(): Promise<void> {
    this.#schedules.stop();
    await Promise.all([
      this.#end([...this.#pods.values()]),
      this.#env.scripts.stop(),
      this.#env.alarms.stop(),
      this.#env.energy.stop(),
    ]);
    this.#router.end();
    this.#router = this.#makeRouter(EMPTY_PROJECT, this.table);
    this.#places = [];
    this.project = EMPTY_PROJECT;
    this.#env.changed();
  }

  /** Stops a pod and starts it with the stored settings. */
  async restartPod(handle: PodHandle): Promise<void> {
    const settings = await this.#env.settings();
    await handle.stop();
    await this.#startPod(handle, settings.get(handle.id));
  }

  /** `by`: absent for what the hub does itself. */
  write(channel: number, value: unknown, by?: Writer): void {
    const now = this.#env.clock.now();
    const { names, values } = this.table;
    this.#router.write(channel, value, 0, now);
    if (by) this.writes.note(names[channel] ?? "", { by, at: now, value: values[channel] });
  }

  /** ms since the epoch. */
  now(): number {
    return this.#env.clock.now();
  }

  /** The links that end at a channel. */
  into(channel: number): RouteView[] {
    return this.#router.into(channel);
  }

  /** What a schedule says now and why; undefined for a channel that is none. */
  reading(channel: number): Reading | undefined {
    return this.#schedules.reading(channel);
  }

  /** A value of a source that no pod has. */
  updateFixed(channel: number, value: unknown, quality: Quality, ts: number): void {
    this.#router.update(channel, value, quality, ts);
  }

  record(channel: number): DataRecord {
    const { table } = this;
    const origin = table.origins[channel];
    const refusal = table.refusals.get(channel);
    return {
      chan: table.names[channel] ?? "",
      value: table.values[channel] ?? null,
      quality: table.qualities[channel] ?? 2,
      last: table.last[channel] ?? 0,
      count: table.counts[channel] ?? 0,
      ...(origin === undefined ? {} : { from: table.names[origin] ?? "" }),
      ...(refusal === undefined ? {} : { refusal }),
    };
  }

  /** Nobody heard the outside for a while: what came from there is uncertain until it comes again. */
  doubt(): void {
    for (const running of this.#pods.values())
      for (const { id } of running.handle.pod.ifaces) this.#channels.doubt(running, id);
  }

  #channelsNow(): ChannelsNow {
    const table = () => this.table;
    const router = () => this.#router;
    return {
      get table() {
        return table();
      },
      get router() {
        return router();
      },
      record: (channel) => this.record(channel),
      now: () => this.now(),
      observe: (channel) => this.#observe(channel),
      shown: (channel) => this.watches.observe(channel),
    };
  }

  async #end(leaving: readonly Running[]): Promise<void> {
    for (const { handle } of leaving) this.#pods.delete(handle.id);
    await Promise.all(leaving.map(({ scope }) => scope.end()));
  }

  async #startPod(handle: PodHandle, setting: PodSetting | undefined): Promise<void> {
    const internal = setting?.internal ?? handle.pod.internal;
    // Before it may connect: an external pod without a token would be anybody.
    if (!internal) handle.token = await tokenOf(this.#env, handle.id);
    const folder = internal ? { folder: path.join(this.#env.ownFolders, handle.id) } : {};
    handle.start(setting, { ...(await handedOver(this.#env, handle.id)), ...folder });
  }

  #makeRouter(project: CompiledProject, table: ChannelTable): Router {
    return new Router(table, project.links, {
      clock: this.#env.clock,
      deliver: (pod, local, value, quality, ts) => this.#places[pod]?.write(local, value, quality, ts),
      observe: (channel) => this.#observe(channel),
      problem: (channel, text) => this.#complaints.add(table.names[channel] ?? "", text),
    });
  }

  #makePod(pod: CompiledPod, setting: PodSetting | undefined, place: number): Running {
    const { clock, pulse, log, fork, restartDelayMax, authorities, entries, changed, stateFolder } =
      this.#env;
    const scope = new Scope();
    const state = new PodState(stateFolder, pod.id);
    const running: Running = {
      place,
      scope,
      handle: new PodHandle(
        pod,
        setting,
        {
          clock,
          pulse,
          log: log.module("pods"),
          fork,
          restartDelayMax,
          authorities,
          changed,
          values: (values) => this.#channels.received(running, values),
          refusals: (reports) => this.#channels.refused(running, reports),
          online: () => this.#channels.startsAnew(running),
          lost: (iface) => this.#channels.doubt(running, iface),
          entries: (list) => entries(pod.id, list),
          answer: (method, params) =>
            isAlarmAsk(method)
              ? answerChat(this.#env.alarms, pod, method, params)
              : answerPod(method, params, this.#channels.own(running), state),
        },
        scope,
      ),
    };
    this.#pods.set(pod.id, running);
    return running;
  }

  #observe(channel: number): void {
    this.watches.observe(channel);
    this.#env.stores.observe(channel);
    this.#env.scripts.observe(channel);
    this.#env.alarms.observe(channel);
    this.#env.energy.observe(channel);
  }

  /** Constants that are new or changed are passed on. */
  #writeConstants(before: CompiledProject): void {
    const now = this.#env.clock.now();
    const old = new Map(before.constants.map(({ chan, value }) => [chan, value]));
    for (const { chan, value } of this.project.constants) {
      const channel = this.table.number(chan);
      const same = old.has(chan) && isDeepStrictEqual(old.get(chan), value);
      if (channel !== undefined && !same) this.#router.update(channel, value, 0, now);
    }
  }
}
