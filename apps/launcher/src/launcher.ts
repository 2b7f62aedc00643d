/**
 * Starts the children, keeps them running, tells them about each other, and carries out the restarts they
 * ask for. Children learn of the launcher's death by the end of their channel.
 *
 * Invariant: restarts run one after the other; a second request for the same thing while one is under way
 * is served by that one.
 */
import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { Backoff, type Clock, type Config, Pulse, type Scope, SerialQueue, Supervisor } from "@hubwart/core";
import {
  type ChildName,
  type ChildState,
  type ChildToLauncher,
  type LauncherToChild,
  RESTART_REASONS,
  type RestartReason,
} from "@hubwart/ipc";
import { releaseDoor } from "@hubwart/releases/device";
import { Changeovers } from "./changeover/changeovers.ts";
import { diskBelow } from "./changeover/disk.ts";
import { type Base, type Releases, releasesBelow } from "./changeover/releases.ts";
import { passOn, TrialLog } from "./changeover/trial-log.ts";
import { type ChildPlan, childEnvironment, childPlans } from "./children.ts";
import { groupGone } from "./process-groups.ts";
import { texts } from "./texts.ts";

export interface LauncherEvents {
  /** The appliance serves for the first time. */
  onReady(address: string): void;
  onCrash(name: ChildName, how: string): void;
  say(line: string): void;
  /** The next process takes over, from what was switched. */
  onAnew(): void;
  /** A changeover can neither go on nor back; this process has to end. */
  onStuck(error: unknown): void;
}

interface Child {
  plan: ChildPlan;
  supervisor: Supervisor;
  lastrc: RestartReason;
  /** Process id of the last one started. */
  group: number;
}

/** The vendor service is not needed for the first page; let the appliance have the processor first. */
const LATER = 400;
const GRACE = 9_000;

export class Launcher {
  readonly #children = new Map<ChildName, Child>();
  readonly #restarts = new SerialQueue();
  readonly #pending = new Set<string>();
  readonly #clock: Clock;
  readonly #pulse: Pulse;
  readonly #scope: Scope;
  readonly #events: LauncherEvents;
  readonly #root: string;
  readonly #base: Base;
  readonly #releases: Releases;
  readonly #changeovers: Changeovers;
  #ready = false;
  #stopped = false;
  #trialLog: { id: string; log: TrialLog } | undefined;

  constructor(config: Config, base: Base, clock: Clock, scope: Scope, events: LauncherEvents) {
    this.#clock = clock;
    this.#pulse = new Pulse({ clock, scope });
    this.#pulse.onStood((ms) => this.#stood(ms));
    this.#scope = scope;
    this.#events = events;
    this.#root = config.dataDir;
    const disk = diskBelow(config.dataDir);
    this.#base = base;
    this.#releases =
      config.releasesDir === undefined
        ? releasesBelow(config.dataDir, base, disk)
        : releasesBelow(
            config.releasesDir,
            base,
            diskBelow(config.releasesDir),
            undefined,
            releaseDoor(config.releasesSocket),
          );
    this.#changeovers = new Changeovers({
      disk,
      releases: this.#releases,
      clock,
      scope,
      queue: (task) => this.#restarts.run(task),
      stop: () => this.#stopChildren(),
      start: () => this.#startChildren(),
      anew: () => events.onAnew(),
      say: (line) => events.say(line),
      stuck: (error) => events.onStuck(error),
      changed: () => this.#tell("appliance"),
    });
    for (const plan of childPlans(config)) this.#add(plan, config.restartDelayMax);
  }

  /** @throws Error if a changeover can neither go on nor back */
  async start(): Promise<void> {
    await this.#restarts.run(() => this.#changeovers.open());
    const { fallback, version } = this.#releases.running;
    if (fallback !== undefined) this.#events.say(texts.runs(fallback, version));
    if (this.#releases.anew) this.#events.onAnew();
    else this.#startChildren();
  }

  /** Ends all, the plant first. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#stopChildren();
    // A changeover on its way ends before the next one could begin; nothing is started after it.
    await this.#restarts.run(async () => {
      await this.#stopChildren();
      await this.#changeovers.rest();
    });
  }

  #startChildren(): void {
    if (this.#stopped) return;
    for (const [name, child] of this.#children) {
      child.lastrc = this.#changeovers.reason ?? child.lastrc;
      if (name === "vendor")
        this.#scope.add(this.#clock.after(LATER, () => this.#stopped || child.supervisor.start()));
      else child.supervisor.start();
    }
  }

  /** When this returns no process of theirs is left. */
  async #stopChildren(): Promise<void> {
    for (const name of ["hub", "appliance", "vendor"] as const) {
      const child = this.#children.get(name);
      if (!child) continue;
      await child.supervisor.stop(GRACE);
      if (child.group > 0) await groupGone(child.group, this.#clock);
      child.group = 0;
    }
  }

  states(): ChildState[] {
    return [...this.#children.values()].map(({ plan, supervisor, lastrc }) => ({
      name: plan.name,
      pid: supervisor.pid,
      running: supervisor.child !== undefined,
      started: Math.floor(supervisor.started / 1000),
      restarts: supervisor.starts,
      lastrc,
      ...(supervisor.exit ? { exit: supervisor.exit } : {}),
      crashes: supervisor.crashes,
      ...(supervisor.silent ? { silent: true as const } : {}),
    }));
  }

  #add(plan: ChildPlan, longestDelay: number): void {
    const child: Child = {
      plan,
      lastrc: RESTART_REASONS.unknown,
      group: 0,
      supervisor: new Supervisor({
        start: () => this.#fork(child),
        clock: this.#clock,
        scope: this.#scope,
        pulse: this.#pulse,
        backoff: new Backoff(250, longestDelay),
        graceMs: GRACE,
        onChange: () => this.#changed(child),
      }),
    };
    this.#children.set(plan.name, child);
  }

  #fork(child: Child): ChildProcess {
    const { plan } = child;
    const log = this.#logOfTrial();
    const output = log ? "pipe" : "inherit";
    const { folder, node } = plan.ofBase ? { ...this.#base, node: undefined } : this.#releases;
    const process_ = fork(path.join(folder, plan.script), [], {
      ...(node === undefined ? {} : { execPath: node }),
      execArgv: plan.execArgv,
      env: { ...childEnvironment(process.env), ...plan.env },
      stdio: ["ignore", output, output, "ipc"],
      // A group of its own: Ctrl-C at the terminal reaches the launcher alone, which ends the rest in order.
      detached: true,
    });
    const group = process_.pid ?? 0;
    child.group = group;
    // What it started ends with it, also what hangs and cannot notice.
    if (group > 0) process_.once("exit", () => void groupGone(group, this.#clock));
    if (log) {
      passOn(process_.stdout, process.stdout, (chunk) => log.write(chunk));
      passOn(process_.stderr, process.stderr, (chunk) => log.write(chunk));
    }
    process_.on("message", (message) => this.#received(plan.name, message as ChildToLauncher));
    return process_;
  }

  /** While a changeover is on trial. */
  #logOfTrial(): TrialLog | undefined {
    const id = this.#changeovers.trial;
    if (id !== this.#trialLog?.id) {
      this.#trialLog?.log.end();
      this.#trialLog = id === undefined ? undefined : { id, log: new TrialLog(this.#root, id) };
    }
    return this.#trialLog?.log;
  }

  #received(name: ChildName, message: ChildToLauncher): void {
    this.#children.get(name)?.supervisor.heard(message.t === "beat");
    if (message.t === "beat") return;
    if (message.t === "restart") {
      this.#restart(message.what, message.reason);
      return;
    }
    if (message.t === "changeover") {
      if (name === "appliance") this.#changeovers.received(message);
      return;
    }
    if (name === "appliance" && message.address !== undefined && !this.#ready) {
      this.#ready = true;
      this.#events.onReady(message.address);
    }
    this.#tell(name);
  }

  #restart(what: "hub" | "system" | "device", reason: RestartReason): void {
    if (this.#pending.has(what)) return;
    this.#pending.add(what);
    void this.#restarts.run(async () => {
      this.#pending.delete(what);
      const names: ChildName[] =
        what === "hub" ? ["hub"] : what === "system" ? ["hub", "appliance"] : ["hub", "appliance", "vendor"];
      for (const name of names) await this.#children.get(name)?.supervisor.stop(GRACE);
      for (const name of names.toReversed()) {
        const child = this.#children.get(name);
        if (!child || this.#stopped) continue;
        child.lastrc = reason;
        child.supervisor.start();
      }
    });
  }

  #lastExit = new Map<ChildName, number>();

  #changed(child: Child): void {
    const { plan, supervisor } = child;
    const { exit } = supervisor;
    if (exit && this.#lastExit.get(plan.name) !== exit.at) {
      this.#lastExit.set(plan.name, exit.at);
      child.lastrc = RESTART_REASONS.unknown;
      const how = exit.hung ? texts.silent : (exit.signal ?? `code ${exit.code}`);
      this.#events.onCrash(plan.name, how);
      this.#changeovers.crashed(plan.name, how);
    }
    this.#tell("appliance");
  }

  /** Nobody is to blame for it: the children are given their time again (`Pulse`). */
  #stood(ms: number): void {
    this.#events.say(texts.stoodStill(Math.round(ms / 1000)));
    for (const name of this.#children.keys()) this.#send(name, { t: "stood", ms });
  }

  #tell(name: ChildName): void {
    const trial = this.#changeovers.onTrial;
    const release = { ...this.#releases.running, ...(trial ? { trial } : {}) };
    this.#send(name, { t: "children", children: this.states(), release });
  }

  #send(name: ChildName, message: LauncherToChild): void {
    const process_ = this.#children.get(name)?.supervisor.child;
    if (!process_?.connected) return;
    // A child that ends at this moment is noticed by its own end, not by a lost message.
    process_.send(message, () => undefined);
  }
}
