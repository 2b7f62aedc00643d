/**
 * The project's pods as the console sees and sets them. No HTTP here.
 *
 * Only a hub that runs the project says which pods there are; while it does not, none is called inactive, so
 * that nobody deletes the settings of a pod that is merely not running.
 */

import { rm } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CODES } from "@hubwart/contract";
import {
  type Clock,
  ConflictError,
  type DataLayout,
  type LogLevel,
  NotFoundError,
  ResultError,
  UnavailableError,
} from "@hubwart/core";
import type { HubPod } from "@hubwart/ipc";
import {
  ASSETS_PAGE,
  type AssetDevice,
  type CheckResult,
  type MeterRecords,
  type MeterSearchState,
  type PodMethod,
  type PodMethods,
  podMethods,
  type ReadResult,
  type TestResult,
} from "@hubwart/pods/methods";
import { type Places, placeKey } from "@hubwart/project";
import { type Kept, keptTo } from "../../http/bounds.ts";
import type { HubLink } from "../../hub-link.ts";
import { ofProject } from "../../platform/of-project.ts";
import { ifaceCells, placed } from "../../platform/project-rows.ts";
import { type AssetChannels, assetChannels, ownAssets } from "./own-assets.ts";
import { checkParams } from "./params.ts";
import type { PodSetting, PodSettings } from "./settings.ts";
import { TestAllowance } from "./test-allowance.ts";
import { texts } from "./texts.ts";

interface AssetPage {
  assets: AssetDevice[];
  total: number;
}
/** What the hub may take beyond the pod, ms. */
const HUB_MS = 2_000;

export interface PodServiceParts {
  clock: Clock;
  /** Where in the upload the parts of the project stand. */
  places: () => Promise<Places | undefined>;
  /** Of the current version; undefined without a project. */
  compiledFile: () => string | undefined;
}

export class PodService {
  readonly #layout: DataLayout;
  readonly #hub: HubLink;
  readonly #settings: PodSettings;
  readonly #tests: TestAllowance;
  readonly #places: PodServiceParts["places"];
  readonly #assetChannels: () => Promise<AssetChannels>;
  /** Levels set since the hub's start; a new hub process begins with the default again. */
  readonly #levels = new Map<string, LogLevel>();
  #levelsOf = 0;

  constructor(
    layout: DataLayout,
    hub: HubLink,
    settings: PodSettings,
    { clock, compiledFile, places }: PodServiceParts,
  ) {
    this.#layout = layout;
    this.#hub = hub;
    this.#settings = settings;
    this.#tests = new TestAllowance(clock);
    this.#places = places;
    this.#assetChannels = ofProject<AssetChannels>(compiledFile, new Map(), assetChannels);
  }

  /** `fresh`: asks the hub now instead of taking its last report. */
  async list(fresh: boolean, kept: Pick<Kept, "pod"> = keptTo(undefined)) {
    const pods = fresh && this.#hub.connected ? (await this.#hub.request("pods", {})).pods : this.#hub.pods();
    const running = this.#hub.connected;
    return {
      pods: pods
        .filter(({ id }) => kept.pod(id))
        .map((pod) => ({
          id: pod.id,
          type: pod.type,
          label: pod.label ?? "",
          internal: pod.internal,
          running: running && pod.running,
          connected: running && pod.running && pod.ifaces.every(({ state }) => state),
          started: running ? pod.started : 0,
          stat: running ? { memory: pod.memory, cpu: pod.cpu } : { memory: 0, cpu: 0 },
          counters: pod.counters,
          starts: pod.starts,
          ...peerOf(pod),
          since: running ? sinceOf(pod) : 0,
          last_value: running ? (pod.lastValue ?? 0) : 0,
          ...(pod.error === undefined ? {} : { error: pod.error }),
        })),
      inactive: this.#inactive()
        .filter(kept.pod)
        .map((id) => ({ id })),
    };
  }

  channels(id: string) {
    const pod = this.#pod(id);
    const [type, name] = split(pod.id);
    return pod.ifaces.map((iface) => ({
      id: `${type}.iface.${name}.${iface.iface}`,
      iface: iface.iface,
      port: iface.port ?? null,
      state: this.#hub.connected && iface.state,
      active: this.#hub.connected ? iface.active : 0,
      last: iface.last,
      ...(iface.peer === undefined ? {} : { peer: iface.peer }),
      ...(iface.error === undefined ? {} : { error: iface.error }),
    }));
  }

  config(id: string) {
    const pod = this.#find(id);
    const stored = this.#settings.find(id);
    if (!pod && !stored) throw unknownPod();
    const { internal, params } = stored ?? { internal: pod?.internal ?? true, params: pod?.params ?? {} };
    return {
      need_restart: this.#needsRestart(id),
      internal,
      params: { ...pod?.projectParams, ...params },
      log_level: this.#level(id),
      token_file: this.#tokenFile(id),
      socket: this.#layout.podSocket,
    };
  }

  /** What the project says of its interfaces, secrets masked. */
  async parameters(id: string) {
    this.#pod(id);
    const [{ type, ifaces }, places] = await Promise.all([
      this.#hub.request("podDefinition", { pod: id }),
      this.#places(),
    ]);
    return ifaces.map(({ id: iface, cells }) => ({
      iface,
      cells: ifaceCells(type, cells),
      ...placed(places, placeKey.iface(id, iface)),
    }));
  }

  /** Takes effect when the pod restarts. */
  async save(id: string, setting: PodSetting): Promise<{ need_restart: boolean }> {
    if (!this.#find(id) && !this.#settings.find(id)) throw unknownPod();
    const params = checkParams(split(id)[0], setting.params);
    await this.#settings.save(id, { internal: setting.internal, params });
    return { need_restart: this.#needsRestart(id) };
  }

  /** What the pod can be asked. */
  methods(id: string): string[] {
    return Object.keys(methodsOf(this.#pod(id).type));
  }

  async read(pod: string, chan: string): Promise<ReadResult> {
    return (await this.#ask(pod, "read", {}, chan)) as ReadResult;
  }

  async check(pod: string, iface: string): Promise<CheckResult> {
    this.#needIface(pod, iface);
    return (await this.#ask(pod, "check", { iface })) as CheckResult;
  }

  /** @throws ResultError 1204 beyond a few messages per pod and minute */
  async test(pod: string, iface: string, to: string | undefined): Promise<TestResult> {
    this.#needIface(pod, iface);
    this.#method(pod, "test");
    const wait = this.#tests.take(pod);
    if (wait > 0) {
      throw new ResultError(CODES.throttled, texts.tooManyTests(wait), { retryAfter: wait });
    }
    return (await this.#ask(pod, "test", { iface, ...(to === undefined ? {} : { to }) })) as TestResult;
  }

  /** Of all interfaces; whoever is kept to some channels learns of their own field devices. */
  async assets(pod: string, kept: Kept = keptTo(undefined)): Promise<AssetDevice[]> {
    if (!kept.pod(pod)) throw unknownPod();
    const assets = await this.#assets(pod);
    return kept.patterns ? ownAssets(kept, pod, assets, await this.#assetChannels()) : assets;
  }

  async #assets(pod: string): Promise<AssetDevice[]> {
    const found: AssetDevice[] = [];
    for (const { iface } of this.#pod(pod).ifaces) {
      for (let offset = 0, total = 1; offset < total; offset += ASSETS_PAGE) {
        const page = (await this.#ask(pod, "assets", { iface, offset })) as AssetPage;
        found.push(...page.assets);
        total = page.total;
      }
    }
    return found;
  }

  /** The search for meters on a line. */
  async meters(pod: string, iface: string): Promise<MeterSearchState> {
    this.#needIface(pod, iface);
    return (await this.#ask(pod, "meters", { iface })) as MeterSearchState;
  }

  async meterSearch(
    pod: string,
    iface: string,
    action: "primary" | "secondary" | "stop",
  ): Promise<MeterSearchState> {
    this.#needIface(pod, iface);
    const state =
      action === "stop"
        ? await this.#ask(pod, "meterSearchStop", { iface })
        : await this.#ask(pod, "meterSearch", { iface, way: action });
    return state as MeterSearchState;
  }

  async meterRecords(
    pod: string,
    meter: { iface: string; meter: string } & Record<string, unknown>,
  ): Promise<MeterRecords> {
    this.#needIface(pod, meter.iface);
    return (await this.#ask(pod, "meterRecords", meter)) as MeterRecords;
  }

  /** The hub holds params and result against the method's schemas. */
  async #ask(id: string, method: string, params: Record<string, unknown>, chan?: string): Promise<unknown> {
    const declared = this.#method(id, method);
    const question = { pod: id, method, params, ...(chan === undefined ? {} : { chan }) };
    const { result } = await this.#hub.request("podAsk", question, { timeout: declared.ms + HUB_MS });
    return result;
  }

  #method(id: string, name: string): PodMethod {
    const declared = methodsOf(this.#pod(id).type)[name];
    if (!declared) throw new NotFoundError(texts.unknownQuery);
    return declared;
  }

  #needIface(id: string, iface: string): void {
    if (!this.#pod(id).ifaces.some((each) => each.iface === iface)) {
      throw new NotFoundError(texts.noInterface);
    }
  }

  async restart(id: string): Promise<void> {
    this.#pod(id);
    await this.#hub.request("podRestart", { pod: id });
  }

  ids(): string[] {
    return this.#hub.pods().map(({ id }) => id);
  }

  /** The level it logs at now. */
  logLevel(id: string): LogLevel {
    return this.#level(id);
  }

  async setLogLevel(id: string, level: LogLevel): Promise<void> {
    this.#pod(id);
    await this.#hub.request("podLogLevel", { pod: id, level });
    this.#level(id);
    this.#levels.set(id, level);
  }

  /** What is left of a pod that the project no longer has. */
  async delete(id: string): Promise<void> {
    if (!this.#knowsPods()) {
      throw new UnavailableError(texts.projectUnknown);
    }
    if (this.#find(id)) throw new ConflictError(texts.inUse);
    if (!this.#settings.find(id)) throw unknownPod();
    await this.#settings.remove(id);
    await rm(this.#tokenFile(id), { force: true });
  }

  #tokenFile(id: string): string {
    return path.join(this.#layout.podTokens, id);
  }

  #needsRestart(id: string): boolean {
    const stored = this.#settings.find(id);
    const pod = this.#find(id);
    if (!stored || !pod) return false;
    return (
      pod.internal !== stored.internal ||
      !isDeepStrictEqual({ ...pod.projectParams, ...pod.params }, { ...pod.projectParams, ...stored.params })
    );
  }

  #inactive(): string[] {
    return this.#knowsPods() ? this.#settings.ids().filter((id) => !this.#find(id)) : [];
  }

  #knowsPods(): boolean {
    return this.#hub.connected && this.#hub.status()?.state === "running";
  }

  #level(id: string): LogLevel {
    const pid = this.#hub.status()?.pid ?? 0;
    if (pid !== this.#levelsOf) this.#levels.clear();
    this.#levelsOf = pid;
    return this.#levels.get(id) ?? "info";
  }

  #find(id: string): HubPod | undefined {
    return this.#hub.pods().find((pod) => pod.id === id);
  }

  #pod(id: string): HubPod {
    const pod = this.#find(id);
    if (!pod) throw unknownPod();
    return pod;
  }
}

function peerOf({ ifaces }: HubPod): { peer?: string } {
  const peer = ifaces.find((iface) => iface.peer !== undefined)?.peer;
  return peer === undefined ? {} : { peer };
}

/** Since when it is as it is: running with all its connections, lacking one, or not running. ms since the epoch. */
function sinceOf({ running, started, changed = 0, ifaces }: HubPod): number {
  if (!running) return changed;
  const away = ifaces.filter(({ state }) => !state);
  if (away.length === 0) return Math.max(started * 1_000, ...ifaces.map(({ last }) => last));
  return Math.max(started * 1_000, Math.min(...away.map(({ last }) => last)));
}

function methodsOf(type: string): PodMethods {
  return Object.hasOwn(podMethods, type) ? (podMethods[type] ?? {}) : {};
}

/** Type and name: the parts before and behind the first dot. */
function split(id: string): [string, string] {
  const dot = id.indexOf(".");
  return [id.slice(0, dot), id.slice(dot + 1)];
}

const unknownPod = () => new NotFoundError(texts.noPod);
