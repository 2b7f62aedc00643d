/**
 * The hub: licence and project decide whether the plant runs. States: docs/states/hub.md.
 *
 *     const hub = new Hub({ layout, clock, sink, fork, verifyLicense, scope });
 *     await hub.start();
 *     await hub.stop();        // pods first
 *
 * Invariant: whatever changes the plant (licence, project, restart of a pod) runs one after the other.
 */
import type { ChildProcess } from "node:child_process";
import {
  type Clock,
  countText,
  createLogger,
  type DataLayout,
  errorText,
  type Logger,
  type LogLevel,
  type LogSink,
  NotFoundError,
  type PodBroker,
  type Pulse,
  readAuthorities,
  type Scope,
  SerialQueue,
  trustAuthorities,
  UnavailableError,
} from "@hubwart/core";
import { type HubEvent, HubSocketServer, type HubState, type HubStatus } from "@hubwart/ipc";
import type { LicenseVerdict } from "@hubwart/license";
import { type AlarmMessage, Alarms } from "./alarms/alarms.ts";
import { Energy } from "./energy/energy.ts";
import { LicenseWatch } from "./license-watch.ts";
import { Plant } from "./plant.ts";
import { askPod, type MethodsOfType } from "./pods/ask-pod.ts";
import type { PodHandle } from "./pods/pod-handle.ts";
import { podLog } from "./pods/pod-log.ts";
import { PodServer } from "./pods/pod-server.ts";
import { readPodSettings } from "./pods/read-settings.ts";
import { type LoadedProject, loadCurrentProject, ProjectFileError } from "./project-file.ts";
import { type HubControl, hubHandlers } from "./requests.ts";
import { Scripts } from "./scripts/scripts.ts";
import { Standstill } from "./standstill.ts";
import { Stores } from "./stores/stores.ts";
import { texts } from "./texts.ts";

export interface HubOptions {
  layout: DataLayout;
  clock: Clock;
  /** Of this process. */
  pulse: Pulse;
  /** Where the hub and its pods log; its level is the hub's own. */
  sink: LogSink & { level: LogLevel };
  /** Starts the process of an internal pod. */
  fork: (id: string) => ChildProcess;
  /** Longest pause before a crashed pod is started again, ms. */
  restartDelayMax: number;
  verifyLicense: (now: number) => Promise<LicenseVerdict>;
  /** What pods of a type can be asked. */
  methods: MethodsOfType;
  /** Starts the recorder's process. */
  forkRecorder: () => ChildProcess;
  /** Start the processes of the alarms and of the meters. */
  forkAlarms: () => ChildProcess;
  forkEnergy: () => ChildProcess;
  /** Starts the process of the scripts. */
  forkScripts: () => ChildProcess;
  /** Where external pods of other machines come from; undefined: nowhere. */
  podBroker: PodBroker | undefined;
  /** Time zone of the device as it holds now. */
  zone: () => Promise<string>;
  scope: Scope;
}

/** Events about pods are sent at most so often, ms. */
const NEWS_EVERY = 200;

export class Hub implements HubControl {
  readonly plant: Plant;
  readonly log: Logger;
  readonly #options: HubOptions;
  readonly #queue = new SerialQueue();
  readonly #license: LicenseWatch;
  readonly #server: HubSocketServer;
  readonly #podServer: PodServer;
  readonly stores: Stores;
  readonly scripts: Scripts;
  readonly alarms: Alarms;
  readonly energy: Energy;
  readonly #standstill: Standstill;
  #authorities: readonly string[] = [];
  #broker: HubStatus["broker"];
  readonly #started: number;
  #verdict: LicenseVerdict | undefined;
  #state: HubState = "init";
  #error: string | undefined;
  #version: string | null = null;
  #cancelNews: (() => void) | undefined;

  constructor(options: HubOptions) {
    const { clock, layout, pulse, restartDelayMax, scope, sink } = options;
    this.#options = options;
    this.#started = clock.now();
    this.log = createLogger("hub", "hub", sink, () => clock.now());
    const base = { clock, pulse, scope };
    this.stores = new Stores({
      folder: layout.pool,
      lake: layout.lake,
      recording: layout.recording,
      ...base,
      log: this.log,
      forkRecorder: options.forkRecorder,
      changed: () => this.#news(),
    });
    const child = { ...base, restartDelayMax, entries: podLog(sink, clock) };
    this.scripts = new Scripts({
      ...child,
      folder: layout.scripts,
      log: this.log.module("scripts"),
      fork: options.forkScripts,
      authorities: () => this.#authorities,
      write: (channel, value) => this.plant.write(channel, value, { who: "script" }),
      askAlarms: (method, params) => this.alarms.askForScript(method, params),
      changed: () => this.#news(),
    });
    this.alarms = new Alarms({
      ...child,
      folder: layout.alarms,
      settings: layout.alarmSettings,
      log: this.log.module("alarms"),
      fork: options.forkAlarms,
      tell: (way, message) => this.#tellPod(way, message),
      changed: (counts) => this.#server.broadcast({ e: "alarms", counts }),
    });
    this.energy = new Energy({
      ...child,
      folder: layout.energy,
      log: this.log.module("energy"),
      fork: options.forkEnergy,
      update: (channel, value, quality, ts) => this.plant.updateFixed(channel, value, quality, ts),
    });
    this.plant = new Plant({
      ...options,
      log: this.log,
      settings: () => readPodSettings(options.layout, this.log),
      tokenFolder: layout.podTokens,
      handoverFolder: layout.podHandover,
      stateFolder: layout.podState,
      ownFolders: layout.podFolders,
      authorities: () => this.#authorities,
      entries: child.entries,
      changed: () => this.#news(),
      stores: this.stores,
      scripts: this.scripts,
      alarms: this.alarms,
      energy: this.energy,
    });
    this.#license = new LicenseWatch({
      verify: options.verifyLicense,
      onVerdict: (verdict) => this.#judged(verdict),
      clock,
      log: this.log.module("license"),
      scope,
    });
    this.#server = new HubSocketServer({
      path: layout.hubSocket,
      handlers: hubHandlers(this),
      log: this.log.module("socket"),
      scope,
    });
    this.#podServer = new PodServer({
      path: layout.podSocket,
      find: (id) => this.#external(id),
      clock,
      log: this.log.module("pods"),
      scope,
    });
    this.#standstill = new Standstill({
      clock,
      pulse,
      scope,
      log: this.log,
      doubt: () => this.plant.doubt(),
    });
    scope.add(() => this.#cancelNews?.());
    scope.add(() => this.plant.watches.end());
  }

  /** Resolves when the plant runs or it is known why it does not. */
  async start(): Promise<void> {
    await this.stores.open();
    await this.trustChanged();
    await this.#podServer.listen();
    await this.#joinBroker();
    await this.#server.listen();
    await this.#license.check();
    await this.#queue.run(() => Promise.resolve());
  }

  async stop(): Promise<void> {
    await this.#queue.run(() => this.plant.stop());
  }

  /** The launcher stood still as well. */
  deviceStood(ms: number): void {
    this.#standstill.ofDevice(ms);
  }

  status(): HubStatus {
    const { pods, project } = this.plant;
    const { trouble: energy } = this.energy;
    return {
      pid: process.pid,
      state: this.#state,
      started: Math.floor(this.#started / 1000),
      projectVersion: this.#version,
      projectId: this.#version === null ? null : project.id,
      pods: pods.length,
      podsOnline: pods.filter((pod) => pod.online).length,
      ...(this.#error === undefined ? {} : { error: this.#error }),
      ...(this.#broker === undefined ? {} : { broker: this.#broker }),
      ...this.stores.trouble,
      ...(energy === undefined ? {} : { energy }),
      ...(this.#state === "no_license" && this.#verdict?.code ? { reason: this.#verdict.code } : {}),
    };
  }

  /** Loads what is current. @returns whether pods were stopped or started */
  async applyProject(): Promise<boolean> {
    return await this.#queue.run(() => this.#load());
  }

  /** For this process, and for every pod that is connected. */
  async trustChanged(): Promise<void> {
    try {
      this.#authorities = await readAuthorities(this.#options.layout.authorities);
      await trustAuthorities(this.#authorities);
    } catch (error) {
      this.log.error(texts.authoritiesUnreadable(errorText(error)));
    }
    for (const pod of this.plant.pods) pod.trustChanged();
    this.scripts.trustChanged();
    this.stores.trustChanged();
  }

  schedulesChanged(): Promise<void> {
    return this.#queue.run(() => this.plant.renewSchedules());
  }

  recordingChanged(): Promise<void> {
    return this.#queue.run(() => this.stores.recordingChanged());
  }

  async licenseChanged(): Promise<void> {
    await this.#license.check();
    await this.#queue.run(async () => undefined);
  }

  async askPod(id: string, question: Parameters<typeof askPod>[2]): Promise<unknown> {
    return await askPod(this.podOrThrow(id), this.#options.methods, question);
  }

  /** `way`: a pod that sends messages, or one of its channels, whose recipients are meant. */
  async #tellPod(way: string, message: AlarmMessage): Promise<void> {
    const [type = "", name = ""] = way.split(".");
    const id = `${type}.${name}`;
    const chan = way === id ? undefined : way;
    await this.askPod(id, { method: "notify", params: message, chan });
  }

  async restartPod(id: string): Promise<void> {
    await this.#queue.run(async () => {
      const pod = this.podOrThrow(id);
      this.log.info(texts.podRestarts(id));
      await this.plant.restartPod(pod);
    });
  }

  podOrThrow(id: string): PodHandle {
    if (this.#state !== "running") throw new UnavailableError(texts.noProject);
    const pod = this.plant.pod(id);
    if (!pod) throw new NotFoundError(texts.noPod(id));
    return pod;
  }

  setLogLevel(level: LogLevel): void {
    this.#options.sink.level = level;
    this.log.info(`Protokollstufe: ${level}`);
  }

  #external(id: string): PodHandle | undefined {
    const pod = this.plant.pod(id);
    return pod && !pod.internal ? pod : undefined;
  }

  /** Loaded only where it is wanted: most hubs have no broker, and should not pay for it. */
  async #joinBroker(): Promise<void> {
    const { clock, podBroker, scope } = this.#options;
    if (!podBroker) return;
    this.#broker = { connected: false };
    const { joinBroker } = await import("./pods/broker-server.ts");
    joinBroker(podBroker, {
      find: (id) => this.#external(id),
      clock,
      log: this.log.module("broker"),
      scope,
      changed: (state) => {
        this.#broker = state;
        this.#server.broadcast({ e: "status", status: this.status() });
      },
    });
  }

  #judged(verdict: LicenseVerdict): void {
    const before = this.#verdict;
    this.#verdict = verdict;
    if (verdict.valid) this.log.info(texts.licensed);
    else this.log.error(texts.unlicensed(verdict.reason ?? "unbekannter Grund"));
    if (before?.valid === verdict.valid) this.#setState(this.#state, verdict.reason);
    else void this.#queue.run(() => this.#load());
  }

  async #load(): Promise<boolean> {
    if (!this.#verdict?.valid) return this.#unload("no_license", this.#verdict?.reason);
    try {
      const loaded = await loadCurrentProject(this.#options.layout);
      return loaded ? await this.#run(loaded) : await this.#unload("no_project");
    } catch (error) {
      if (!(error instanceof ProjectFileError)) this.log.error(texts.projectUnloaded(errorText(error)));
      const text = error instanceof ProjectFileError ? error.message : texts.notLoaded;
      this.log.error(text);
      return this.#unload("stopped", text);
    }
  }

  async #run({ project, version }: LoadedProject): Promise<boolean> {
    const interrupted = await this.plant.load(project, version);
    this.#version = version;
    // As the console counts them: constants lie in the table, too.
    const channels = project.pods.reduce((sum, pod) => sum + pod.channels.length, 0);
    const counts = [
      countText(project.pods.length, "Pod", "Pods"),
      countText(channels, "Channel", "Channels"),
      countText(project.links.length, texts.link, texts.links),
    ];
    this.log.info(texts.projectRuns(project.id, counts.join(", ")));
    this.#setState("running");
    return interrupted;
  }

  /** From the start of it on, nobody takes the pods that are left for those of the project. */
  async #unload(state: HubState, error?: string): Promise<true> {
    this.#state = state;
    this.#error = error;
    await this.plant.stop();
    this.#version = null;
    this.#tell();
    return true;
  }

  #setState(state: HubState, error?: string): void {
    this.#state = state;
    this.#error = error;
    this.#tell();
  }

  /** Whoever hears that a project runs knows its pods; whoever hears of none hears first that no project runs. */
  #tell(): void {
    const pods: HubEvent[] = [
      { e: "pods", pods: this.plant.pods.map((pod) => pod.report()) },
      { e: "scripts", pod: this.scripts.pod ?? null },
    ];
    const status: HubEvent = { e: "status", status: this.status() };
    const all = this.#state === "running" ? [...pods, status] : [status, ...pods];
    for (const event of all) this.#server.broadcast(event);
  }

  /** Tells the appliance about pods, soon and not too often. */
  #news(): void {
    this.#cancelNews ??= this.#options.clock.after(NEWS_EVERY, () => {
      this.#cancelNews = undefined;
      this.#tell();
    });
  }
}
