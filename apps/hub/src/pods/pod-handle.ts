/**
 * One pod of the project as the hub keeps it: its process or connection, its state, what it reported.
 * States and their changes: docs/states/pod.md.
 *
 * Invariants: at most one session at a time. Values for a pod that is not online are not queued: when it
 * comes online it gets the newest value of each of its outputs.
 */
import type { ChildProcess } from "node:child_process";
import {
  Backoff,
  type Clock,
  type LogEntry,
  type Logger,
  type LogLevel,
  type Pulse,
  type Scope,
  Supervisor,
  UnavailableError,
} from "@hubwart/core";
import {
  bringsValue,
  type Carrier,
  type ConnRecord,
  forkCarrier,
  type HubPod,
  type HubToPod,
  type IfaceState,
  type PodCounters,
  type PodSetting,
  type PodStats,
  type PodToHub,
  type Quality,
  type RefusalReport,
  type ValueBatch,
  type WriteOutcome,
} from "@hubwart/ipc";
import { peerOf } from "@hubwart/pods/whereabouts";
import type { CompiledPod } from "@hubwart/project/compiled";
import { texts } from "../texts.ts";
import type { ExternalPod, PodHello } from "./admission.ts";
import { LogLimit } from "./log-limit.ts";
import { ifacesOf, type PodHandedOver, podLoadOf, projectParams } from "./pod-load.ts";
import { podMessage } from "./pod-message.ts";
import { connRecordsOf } from "./pod-records.ts";
import { PodSession } from "./pod-session.ts";

export interface PodEnvironment {
  clock: Clock;
  pulse: Pulse;
  log: Logger;
  /** Starts the process of an internal pod, with a fork channel. */
  fork: (id: string) => ChildProcess;
  /** Longest pause before a crashed pod is started again, ms. */
  restartDelayMax: number;
  /** A process of the hub's own: nobody asks what became of a value. `pace`: least time between two batches of values to it, ms. */
  own?: { pace: number } | undefined;
  /** Values came from the pod; the batch's numbers are those within the pod. */
  values: (values: ValueBatch) => void;
  /** What the other side said to requests for the pod's channels. */
  refusals: (reports: readonly RefusalReport[]) => void;
  /** The pod came online: `write` the newest value of each of its outputs. */
  online: () => void;
  /** An interface that was up is down: what came over it is only the last known. */
  lost: (iface: string) => void;
  entries: (entries: LogEntry[]) => void;
  /** Authorities (PEM) that pods trust beside the usual ones. */
  authorities: () => readonly string[];
  /** The pod asks the hub. */
  answer: (method: string, params: unknown) => unknown;
  /** Anything that `report` or the records show has changed. */
  changed: () => void;
}

/** Time from SIGTERM to SIGKILL, ms. A pod ends itself within 2 s. */
const GRACE = 4_000;
/** A pod that ran so long has proven itself; its next restart is quick again, ms. */
const STABLE = 3_000;
const FIRST_DELAY = 100;

/** How long somebody who writes waits for what becomes of it, ms. */
const WRITE_WAIT_MS = 2_000;
/** Characters of an error that people read. */
const LONGEST_ERROR = 4_000;

const NO_COUNTERS: PodCounters = { in: 0, out: 0, coalesced: 0, failed: 0 };

export class PodHandle implements ExternalPod {
  /** Replaced when only what is shown of it has changed. */
  pod: CompiledPod;
  readonly #env: PodEnvironment;
  readonly #supervisor: Supervisor;
  readonly #ifaces = new Map<string, IfaceState>();
  #setting: PodSetting | undefined;
  #handover: PodHandedOver = { files: {}, secrets: {} };
  #logLevel: LogLevel;
  #wanted = false;
  #session: PodSession | undefined;
  #stats: PodStats | undefined;
  #error: string | undefined;
  #onlineCount = 0;
  /** ms since the epoch. */
  #changedAt = 0;
  #onlineSince = 0;
  /** Merged on the way to the pod in earlier sessions. */
  #coalesced = 0;
  #lastExit = 0;
  /** When a value last came or went, ms since the epoch. */
  #lastValue = 0;
  readonly #lines: LogLimit;
  #silent = false;
  token = "";

  constructor(pod: CompiledPod, setting: PodSetting | undefined, env: PodEnvironment, scope: Scope) {
    this.pod = pod;
    this.#env = env;
    this.#setting = setting;
    this.#logLevel = setting?.logLevel ?? "info";
    this.#lines = new LogLimit(env.clock, () => {
      env.log.warn(texts.podSaysTooMuch(pod.id));
    });
    this.#supervisor = new Supervisor({
      start: () => this.#fork(),
      clock: env.clock,
      scope,
      pulse: env.pulse,
      graceMs: GRACE,
      stableMs: STABLE,
      backoff: new Backoff(FIRST_DELAY, env.restartDelayMax),
      onChange: () => this.#processChanged(),
    });
    scope.add(() => this.stop());
  }

  get id(): string {
    return this.pod.id;
  }

  get internal(): boolean {
    return this.#setting?.internal ?? this.pod.internal;
  }

  get online(): boolean {
    return this.#session?.online ?? false;
  }

  get connected(): boolean {
    return this.#session !== undefined;
  }

  get error(): string | undefined {
    return this.#error;
  }

  /** Begins to run it, or to wait for it if it is external. */
  start(setting: PodSetting | undefined, handover: PodHandedOver): void {
    this.#setting = setting;
    this.#handover = handover;
    this.#logLevel = setting?.logLevel ?? this.#logLevel;
    this.#error = undefined;
    this.#wanted = true;
    if (this.internal) this.#supervisor.start();
    this.#env.changed();
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    if (!this.#supervisor.child) this.#session?.stop();
    await this.#supervisor.stop();
    this.#session?.close();
  }

  /** The pod takes a value to write outside; ignored while it is not online. */
  write(local: number, value: unknown, quality: Quality, ts: number): void {
    if (!this.#session?.online) return;
    // Without a connection it reaches nobody: it is no value that went to the other side.
    if (this.#iface(this.pod.channels[local]?.iface ?? "").state) this.#lastValue = this.#env.clock.now();
    this.#session.sender.push(local, value, quality, ts);
  }

  /** What becomes of a value that has just been written. */
  async outcome(local: number, value: unknown): Promise<WriteOutcome> {
    const session = this.#session;
    if (!session?.online) return { state: "waiting", reason: texts.valueWaits };
    const outcome = await session.outcome(local, value, WRITE_WAIT_MS);
    if (outcome.state !== "waiting") return outcome;
    if (!session.online) return { state: "waiting", reason: texts.valueWaits };
    const iface = this.pod.channels[local]?.iface;
    const { error, state } = this.#iface(iface ?? "");
    return { state: "waiting", reason: !state && error !== undefined ? error : texts.notConfirmed };
  }

  /** Since when a value that left for the pod waits for what becomes of it, ms since the epoch. */
  unsettled(local: number): number | undefined {
    return this.#session?.unsettled(local);
  }

  setLogLevel(level: LogLevel): void {
    this.#logLevel = level;
    this.#session?.setLogLevel(level);
  }

  trustChanged(): void {
    this.#session?.setTrust(this.#env.authorities());
  }

  /** @throws UnavailableError while it does not run or does not answer, or what the pod refuses with */
  ask(method: string, params: unknown, ms: number): Promise<unknown> {
    return (
      this.#session?.ask(method, params, ms) ??
      Promise.reject(new UnavailableError(texts.podNotRunning(this.id)))
    );
  }

  /** A pod has introduced itself and may stay. */
  attach(carrier: Carrier<HubToPod, PodToHub>, hello: PodHello): void {
    const load = podLoadOf(this.pod, this.#setting, this.#handover);
    const session: PodSession = new PodSession(
      carrier,
      hello.pid,
      { load, logLevel: this.#logLevel, authorities: this.#env.authorities(), own: this.#env.own },
      this.#env.clock,
      this.#env.pulse,
      {
        online: () => this.#online(),
        values: (values) => {
          if (bringsValue(values)) this.#lastValue = this.#env.clock.now();
          this.#env.values(values);
        },
        iface: (state) => {
          if (!this.pod.ifaces.some(({ id }) => id === state.iface)) return;
          const before = this.#ifaces.get(state.iface);
          this.#ifaces.set(state.iface, state);
          if (before?.state && !state.state) this.#env.lost(state.iface);
          this.#env.changed();
        },
        stats: (stats) => {
          this.#stats = stats;
          this.#env.changed();
        },
        refusals: (reports) => this.#env.refusals(reports),
        log: (entries) => this.#logged(entries),
        answer: (method, params) => this.#env.answer(method, params),
        defect: (text) => this.#env.log.error(`Pod ${this.id}: ${text}`),
        offended: (what) => this.#offended(what),
        refused: (problems) => this.#refused(session, problems),
        broken: (reason) => this.#broken(session, reason),
        closed: () => this.#closed(session),
      },
    );
    this.#session = session;
    this.#env.changed();
  }

  release(): void {
    this.#session?.close();
  }

  report(): HubPod {
    const { label, id, type } = this.pod;
    const online = this.online;
    const counters = this.#stats?.counters ?? NO_COUNTERS;
    const coalesced = counters.coalesced + this.#coalesced + (this.#session?.sender.coalesced ?? 0);
    return {
      id,
      type,
      ...(label === undefined ? {} : { label }),
      internal: this.internal,
      params: this.#setting?.params ?? {},
      ...projectParams(this.pod),
      running: online && !this.#supervisor.silent,
      ...(this.#supervisor.silent ? { silent: true as const } : {}),
      started: online ? Math.floor(this.#onlineSince / 1000) : 0,
      starts: this.#onlineCount,
      crashes: this.#supervisor.crashes,
      pid: this.#session?.pid ?? 0,
      memory: online ? (this.#stats?.memory ?? 0) : 0,
      cpu: online ? (this.#stats?.cpu ?? 0) : 0,
      counters: { ...counters, coalesced },
      ifaces: ifacesOf(this.pod, this.#setting?.params ?? {}).map(({ id: iface, config }) => {
        const peer = peerOf(type, config);
        return { ...this.#iface(iface), ...(peer === undefined ? {} : { peer }) };
      }),
      changed: this.#changedAt,
      ...(this.#lastValue === 0 ? {} : { lastValue: this.#lastValue }),
      ...(this.#supervisor.silent ? { error: texts.silent } : {}),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }

  records(): ConnRecord[] {
    const { type, name, ifaces } = this.pod;
    return connRecordsOf({
      type,
      name,
      online: this.online,
      count: this.#onlineCount,
      last: this.#changedAt,
      error: this.#error,
      ifaces: ifaces.map(({ id }) => this.#iface(id)),
    });
  }

  #iface(iface: string): IfaceState {
    return this.#ifaces.get(iface) ?? { iface, state: false, active: 0, count: 0, last: 0 };
  }

  #fork(): ChildProcess {
    const child = this.#env.fork(this.id);
    const carrier = forkCarrier<HubToPod, PodToHub>(child);
    // Whatever it says: it reports every few seconds.
    child.on("message", () => this.#supervisor.heard());
    carrier.onMessage((raw) => {
      const hello = podMessage(raw, 0);
      if (hello?.t === "hello" && hello.id === this.id) this.attach(carrier, hello);
      else child.kill("SIGKILL");
    });
    return child;
  }

  #online(): void {
    const { clock, log } = this.#env;
    this.#onlineCount += 1;
    this.#onlineSince = clock.now();
    this.#changedAt = this.#onlineSince;
    this.#error = undefined;
    log.info(texts.podRuns(this.id));
    this.#env.online();
    this.#env.changed();
  }

  #refused(session: PodSession, problems: { field: string; message: string }[]): void {
    const { log } = this.#env;
    const all = problems.map(({ field, message }) => `${field}: ${message}`).join("; ");
    const text = all.length > LONGEST_ERROR ? `${all.slice(0, LONGEST_ERROR)}…` : all;
    log.error(texts.podRefusesSettings(this.id, text));
    // A new start would end the same way: wait for other settings or for a person.
    void this.#supervisor.stop().then(() => session.close());
    this.#error = text;
  }

  #logged(entries: readonly LogEntry[]): void {
    const passed = this.#lines.pass(entries);
    if (passed.length > 0) this.#env.entries(passed);
  }

  #offended(what: string): void {
    this.#env.log.error(texts.podCutOff(this.id, what));
    this.#error = what;
  }

  #broken(session: PodSession, reason: string): void {
    this.#offended(reason);
    this.#supervisor.child?.kill("SIGKILL");
    session.close();
  }

  #closed(session: PodSession): void {
    if (this.#session !== session) return;
    const wasOnline = session.online;
    this.#coalesced += session.sender.coalesced;
    this.#session = undefined;
    this.#changedAt = this.#env.clock.now();
    for (const [id, state] of this.#ifaces) {
      this.#ifaces.set(id, { ...state, state: false, active: 0, last: this.#changedAt });
      if (state.state) this.#env.lost(id);
    }
    if (this.#wanted && !this.internal && this.#error === undefined) {
      this.#error = texts.externalAway;
    }
    if (this.#wanted && wasOnline) this.#env.log.warn(texts.connectionLost(this.id));
    this.#env.changed();
  }

  /** What it said before may no longer hold, also once it speaks again. */
  #noticeSilence(): void {
    const { silent } = this.#supervisor;
    if (silent === this.#silent) return;
    this.#silent = silent;
    if (silent) {
      this.#env.log.warn(`Pod ${this.id}: ${texts.silent}`);
      for (const { id } of this.pod.ifaces) this.#env.lost(id);
    } else if (this.#session) this.#env.log.info(texts.podAnswersAgain(this.id));
  }

  #processChanged(): void {
    const { log } = this.#env;
    const { exit, child } = this.#supervisor;
    this.#noticeSilence();
    if (!child && this.#wanted && exit && exit.at !== this.#lastExit) {
      this.#lastExit = exit.at;
      const how = exit.hung ? texts.hung : (exit.signal ?? `Code ${exit.code ?? "?"}`);
      this.#error ??= texts.processEnded(how);
      log.warn(texts.podEnded(this.id, how));
    }
    this.#env.changed();
  }
}
