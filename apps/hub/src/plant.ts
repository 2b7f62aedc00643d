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
import { randomBytes } from "node:crypto";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Clock, errorText, type LogEntry, type Logger, type Pulse, Scope } from "@hubwart/core";
import {
  type DataRecord,
  PodHandover,
  type PodSetting,
  type Refusal,
  type RefusalReport,
  type ValueBatch,
} from "@hubwart/ipc";
import type { CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import { Router } from "./channels/router.ts";
import { ChannelTable } from "./channels/table.ts";
import { Watches } from "./channels/watches.ts";
import { Complaints } from "./complaints.ts";
import { EMPTY_PROJECT } from "./empty-project.ts";
import { answerPod, type OwnChannels } from "./pods/hub-methods.ts";
import { PodHandle } from "./pods/pod-handle.ts";
import type { PodHandedOver } from "./pods/pod-load.ts";
import { PodState } from "./pods/pod-state.ts";
import { podToken } from "./pods/pod-tokens.ts";
import { texts } from "./texts.ts";

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
  scripts: PlantScripts;
}

/** The project's scripts. */
export interface PlantScripts {
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
  #pods = new Map<string, Running>();
  /** By place in the project. */
  #places: PodHandle[] = [];

  constructor(env: PlantEnvironment) {
    this.#env = env;
    this.#complaints = new Complaints(env.clock, env.log.module("links"));
    this.watches = new Watches(env.clock, (channel) => this.record(channel));
    this.#router = this.#makeRouter(EMPTY_PROJECT, this.table);
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
    await this.#env.stores.load(project, this.table, version);
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
    this.#router.prime();
    for (const { handle } of added) await this.#startPod(handle, settings.get(handle.id));
    this.#env.changed();
    return leaving.length + added.length > 0;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#end([...this.#pods.values()]), this.#env.scripts.stop()]);
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

  write(channel: number, value: unknown): void {
    this.#router.write(channel, value, 0, this.#env.clock.now());
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
      for (const { id } of running.handle.pod.ifaces) this.#doubt(running, id);
  }

  async #end(leaving: readonly Running[]): Promise<void> {
    for (const { handle } of leaving) this.#pods.delete(handle.id);
    await Promise.all(leaving.map(({ scope }) => scope.end()));
  }

  async #startPod(handle: PodHandle, setting: PodSetting | undefined): Promise<void> {
    const internal = setting?.internal ?? handle.pod.internal;
    // Before it may connect: an external pod without a token would be anybody.
    if (!internal) handle.token = await this.#token(handle.id);
    const folder = internal ? { folder: path.join(this.#env.ownFolders, handle.id) } : {};
    handle.start(setting, { ...(await this.#handover(handle.id)), ...folder });
  }

  /** One that cannot be read keeps its own pod away, and no other. */
  async #token(pod: string): Promise<string> {
    const { log, tokenFolder } = this.#env;
    try {
      return await podToken(tokenFolder, pod);
    } catch (error) {
      log.error(texts.tokenUnreadable(pod, errorText(error)));
      return randomBytes(32).toString("base64url");
    }
  }

  async #handover(pod: string): Promise<PodHandedOver> {
    const { handoverFolder, log } = this.#env;
    try {
      return await new PodHandover(handoverFolder, pod).read(() => log.error(texts.secretsUnreadable(pod)));
    } catch (error) {
      log.error(texts.filesUnreadable(pod, errorText(error)));
      return { files: {}, secrets: {} };
    }
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
          values: (values) => this.#received(running.place, values),
          refusals: (reports) => this.#refused(running, reports),
          online: () => {
            this.#forgetRefusals(running);
            this.#sendNewest(running);
          },
          lost: (iface) => this.#doubt(running, iface),
          entries: (list) => entries(pod.id, list),
          answer: (method, params) => answerPod(method, params, this.#channelsOf(running), state),
        },
        scope,
      ),
    };
    this.#pods.set(pod.id, running);
    return running;
  }

  #channelsOf({ handle, place }: Running): OwnChannels {
    const first = this.table.firsts[place] ?? 0;
    return {
      count: handle.pod.channels.length,
      newest: (index) => {
        const { value, quality, last: ts, count } = this.record(first + index);
        return { value, quality, ts, count };
      },
    };
  }

  #received(place: number, values: ValueBatch): void {
    const first = this.table.firsts[place] ?? 0;
    const { n, v, q, t } = values;
    for (let i = 0; i < n.length; i += 1) {
      this.#router.update(first + (n[i] ?? 0), v[i], q?.[i] ?? 0, t[i] ?? 0);
    }
  }

  /**
   * What came over an interface that is down may have changed since: uncertain until its next value. Links
   * do not pass this on, so that a broken line writes nothing anywhere.
   */
  #doubt({ handle, place }: Running, iface: string): void {
    const { table } = this;
    const first = table.firsts[place] ?? 0;
    handle.pod.channels.forEach((channel, local) => {
      const number = first + local;
      if (channel.iface !== iface || table.origins[number] !== undefined || !table.counts[number]) return;
      if (table.qualities[number] !== 0) return;
      table.qualities[number] = 1;
      this.#observe(number);
    });
  }

  #refused({ place }: Running, reports: readonly RefusalReport[]): void {
    for (const { n, refusal } of reports) this.#setRefusal((this.table.firsts[place] ?? 0) + n, refusal);
  }

  /** A pod that starts anew says by itself what is refused now. */
  #forgetRefusals({ place }: Running): void {
    const { pods, refusals } = this.table;
    for (const channel of refusals.keys()) if (pods[channel] === place) this.#setRefusal(channel, undefined);
  }

  #setRefusal(channel: number, refusal: Refusal | undefined): void {
    const { refusals } = this.table;
    if (refusal) refusals.set(channel, refusal);
    else refusals.delete(channel);
    this.watches.observe(channel);
  }

  #observe(channel: number): void {
    this.watches.observe(channel);
    this.#env.stores.observe(channel);
    this.#env.scripts.observe(channel);
  }

  /** A pod that starts anew does not know what its outputs should be. */
  #sendNewest({ handle, place }: Running): void {
    const { table } = this;
    const first = table.firsts[place] ?? 0;
    handle.pod.channels.forEach(({ dir }, local) => {
      const channel = first + local;
      const quality = table.qualities[channel] ?? 0;
      if (dir === "in" || quality === 2 || table.origins[channel] === undefined || !table.counts[channel])
        return;
      handle.write(local, table.values[channel], quality, table.last[channel] ?? 0);
    });
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

/**
 * True if the pod itself would run the same way: labels, tags and units are only shown. Compared as text,
 * ten times as fast as member by member; compiled projects have their keys in one order.
 */
function runsAlike(a: CompiledPod, b: CompiledPod): boolean {
  const essence = ({ id, type, internal, ifaces, channels }: CompiledPod) => ({
    id,
    type,
    internal,
    ifaces,
    channels: channels.map(({ chan, iface, type: value, dir, config }) => ({
      chan,
      iface,
      value,
      dir,
      config,
    })),
  });
  return JSON.stringify(essence(a)) === JSON.stringify(essence(b));
}
