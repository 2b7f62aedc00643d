/** Gathers what /info and the status page show. A part that cannot be read never hides the others. */
import type { AnswerOf, info } from "@hubwart/contract";
import { errorText, VERSION } from "@hubwart/core";
import { type Capacity, type HostFacts, usedPercent } from "@hubwart/host";
import type { HubStatus } from "@hubwart/ipc";
import type { AppContext } from "../../context.ts";
import type { Status } from "../../status.ts";
import { componentVersions } from "../../version.ts";
import { assess } from "./health.ts";
import { texts } from "./texts.ts";

type Info = AnswerOf<typeof info>;
type Open = Omit<Extract<Info, { session: false }>, "code">;
type Whole = Omit<Extract<Info, { session: true }>, "code">;

export class StatusService {
  readonly #app: AppContext;
  /** Unix seconds with ms: differs after every restart, however quick. */
  readonly started: number;

  constructor(app: AppContext) {
    this.#app = app;
    this.started = app.clock.now() / 1000;
  }

  /** All that `/info` tells with a session. */
  async whole(): Promise<Whole> {
    const status = await this.status();
    return {
      ...status,
      session: true,
      product: this.#app.config.product,
      system: { ...status.system, setup: this.#app.sessions.setup },
    };
  }

  async open(): Promise<Open> {
    const license = this.#license();
    const hostname = await this.#hostname();
    return {
      session: false,
      system: {
        setup: this.#app.sessions.setup,
        started: this.started,
        host: { hostname },
        time: this.#app.clock.now() / 1000,
      },
      license: { valid: license.valid, name: license.name },
      version: { Main: VERSION },
      product: this.#app.config.product,
    };
  }

  async status(): Promise<Status> {
    const { clock, launcher } = this.#app;
    const [project, host] = await Promise.all([this.#app.use("project").info(), this.#host()]);
    const license = this.#license();
    const hub = this.hub();
    const now = clock.now();
    return {
      version: componentVersions(),
      update: this.#app.use("update").shown(),
      license,
      system: {
        time: now / 1000,
        started: this.started,
        runtime: Math.max(0, Math.floor(now / 1000 - this.started)),
        hub,
        host,
      },
      connectivity: this.#app.use("connectivity").last(),
      project,
      health: assess({
        reported: this.#app.findings(),
        license,
        hub,
        project,
        disk: host.disk,
        children: launcher.children(),
        // Pods of a hub that is gone are no news; the hub itself is.
        pods: this.#app.hub.connected ? this.#app.hub.pods() : [],
        scripts: this.#app.hub.connected ? this.#app.hub.scripts() : undefined,
        broker: this.#app.hub.connected ? this.#app.hub.status()?.broker : undefined,
      }),
    };
  }

  /** The hub as launcher and hub report it; the launcher knows the process, the hub its own state. */
  hub(): Status["system"]["hub"] {
    const child = this.#app.launcher.children().find((c) => c.name === "hub");
    const status = this.#app.hub.status();
    const current = this.#app.hub.connected ? status : undefined;
    const running = child?.running ?? current !== undefined;
    const started = running ? (child?.started ?? current?.started ?? 0) : 0;
    return {
      pid: running ? (child?.pid ?? current?.pid ?? 0) : 0,
      started,
      ...hubState(child, current),
      lastrc: lastReason(child, current),
      restarts: child?.restarts ?? 1,
      runtime: started === 0 ? 0 : Math.max(0, Math.floor(this.#app.clock.now() / 1000 - started)),
      unit: "hubwart-hub",
      ...(child?.exit ? { exit: { code: child.exit.code, signal: child.exit.signal } } : {}),
    };
  }

  /** The hub's last start in Unix seconds, also while it is down; 0 if nobody knows. */
  hubStarted(): number {
    const child = this.#app.launcher.children().find((c) => c.name === "hub");
    return child?.started ?? this.#app.hub.status()?.started ?? 0;
  }

  #license(): Status["license"] {
    const { valid, name, expiry, meta, reason } = this.#app.use("license").verdict();
    return { valid, name, expiry, meta, ...(reason === undefined ? {} : { reason }) };
  }

  async #hostname(): Promise<string> {
    return this.#app.host.facts.hostname().catch(() => "");
  }

  async #host(): Promise<Status["system"]["host"]> {
    const facts = this.#app.host.facts;
    const [hostname, started, net, routing, disk, memory, zone] = await Promise.all([
      this.#hostname(),
      this.#fact(facts.started(), 0),
      this.#fact(facts.interfaces(), []),
      this.#fact(facts.routes(), []),
      this.#fact(facts.disk(), NOTHING),
      this.#fact(facts.memory(), NOTHING),
      this.#fact(facts.zone(), "UTC"),
    ]);
    return {
      hostname,
      started,
      net,
      routing,
      disk: { name: "HDD", ...capacity(disk) },
      memory: { name: "RAM", ...capacity(memory) },
      tz: { zone },
    };
  }

  async #fact<T>(reading: ReturnType<HostFacts[keyof HostFacts]> & Promise<T>, otherwise: T): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      this.#app.log.warn(`host fact: ${errorText(error)}`);
      return otherwise;
    }
  }
}

const SILENT = texts.restartsSoon;

/** What it said before it fell silent is no state of a process that does not answer. */
export function hubState(
  child: { running: boolean; silent?: true } | undefined,
  hub: Pick<HubStatus, "state" | "error"> | undefined,
): { state: HubStatus["state"]; error?: string } {
  if (child?.silent) return { state: "stopped", error: SILENT };
  if (!hub) return { state: child?.running ? "init" : "stopped" };
  return { state: hub.state, ...(hub.error === undefined ? {} : { error: hub.error }) };
}

const NOTHING: Capacity = { total: 0, free: 0, used: 0 };

const capacity = (all: Capacity) => ({ ...all, used_perc: usedPercent(all) });

/** Without a licence the hub ends the project by itself (reasons 1 to 3), which the launcher does not see. */
export function lastReason(
  child: { lastrc: number } | undefined,
  hub: Pick<HubStatus, "state" | "reason"> | undefined,
): number {
  return (hub?.state === "no_license" ? hub.reason : undefined) ?? child?.lastrc ?? 0;
}
