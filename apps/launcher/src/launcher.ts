/**
 * Starts the children, keeps them running, tells them about each other, and carries out the restarts they
 * ask for. Children learn of the launcher's death by the end of their channel.
 *
 * Invariant: restarts run one after the other; a second request for the same thing while one is under way
 * is served by that one.
 */
import { type ChildProcess, fork } from "node:child_process";
import { Backoff, type Clock, type Config, type Scope, SerialQueue, Supervisor } from "@hubwart/core";
import {
  type ChildName,
  type ChildState,
  type ChildToLauncher,
  type LauncherToChild,
  RESTART_REASONS,
  type RestartReason,
} from "@hubwart/ipc";
import { type ChildPlan, childEnvironment, childPlans } from "./children.ts";

export interface LauncherEvents {
  /** The appliance serves for the first time. */
  onReady(address: string): void;
  onCrash(name: ChildName, how: string): void;
}

interface Child {
  plan: ChildPlan;
  supervisor: Supervisor;
  lastrc: RestartReason;
}

/** The vendor service is not needed for the first page; let the appliance have the processor first. */
const LATER = 400;
const GRACE = 9_000;

export class Launcher {
  readonly #children = new Map<ChildName, Child>();
  readonly #restarts = new SerialQueue();
  readonly #pending = new Set<string>();
  readonly #clock: Clock;
  readonly #scope: Scope;
  readonly #events: LauncherEvents;
  #ready = false;

  constructor(config: Config, folder: string, clock: Clock, scope: Scope, events: LauncherEvents) {
    this.#clock = clock;
    this.#scope = scope;
    this.#events = events;
    for (const plan of childPlans(config, folder)) this.#add(plan, config.restartDelayMax);
  }

  start(): void {
    for (const [name, child] of this.#children) {
      if (name === "vendor") this.#scope.add(this.#clock.after(LATER, () => child.supervisor.start()));
      else child.supervisor.start();
    }
  }

  /** Ends all, the plant first. */
  async stop(): Promise<void> {
    for (const name of ["hub", "appliance", "vendor"] as const) {
      await this.#children.get(name)?.supervisor.stop(GRACE);
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
    }));
  }

  #add(plan: ChildPlan, longestDelay: number): void {
    const child: Child = {
      plan,
      lastrc: RESTART_REASONS.unknown,
      supervisor: new Supervisor({
        start: () => this.#fork(plan),
        clock: this.#clock,
        scope: this.#scope,
        backoff: new Backoff(250, longestDelay),
        graceMs: GRACE,
        onChange: () => this.#changed(child),
      }),
    };
    this.#children.set(plan.name, child);
  }

  #fork(plan: ChildPlan): ChildProcess {
    const process_ = fork(plan.script, [], {
      execArgv: plan.execArgv,
      env: { ...childEnvironment(process.env), ...plan.env },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // A group of its own: Ctrl-C at the terminal reaches the launcher alone, which ends the rest in order.
      detached: true,
    });
    process_.on("message", (message) => this.#received(plan.name, message as ChildToLauncher));
    return process_;
  }

  #received(name: ChildName, message: ChildToLauncher): void {
    if (message.t === "restart") {
      this.#restart(message.what, message.reason);
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
        if (!child) continue;
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
      this.#events.onCrash(plan.name, exit.signal ?? `code ${exit.code}`);
    }
    this.#tell("appliance");
  }

  #tell(name: ChildName): void {
    const process_ = this.#children.get(name)?.supervisor.child;
    if (!process_?.connected) return;
    const message: LauncherToChild = { t: "children", children: this.states() };
    // A child that ends at this moment is noticed by its own end, not by a lost message.
    process_.send(message, () => undefined);
  }
}
