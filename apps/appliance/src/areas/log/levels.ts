/**
 * Log levels that an administrator sets for a while. Each returns by itself to what it was before, whatever
 * restarts in between.
 *
 *     const levels = new LogLevels({ store, clock, scope, log, system: sink, hub, pods });
 *     await levels.set("pod:mqtt.a", "debug", 15);      // minutes
 *
 * Invariants
 * - What is set, what it returns to and when is stored before it is applied.
 * - A hub that starts knows nothing of it: each new hub process that runs is told again.
 * - A return that is due while the hub is away waits for it; the hub may well have kept the level.
 */
import {
  type Clock,
  errorText,
  LOG_LEVELS,
  type Logger,
  type LogLevel,
  type Scope,
  UnavailableError,
} from "@hubwart/core";
import { defineSetting, type Store } from "@hubwart/core/store";
import * as z from "zod/mini";
import type { HubLink } from "../../hub-link.ts";
import type { Offers } from "../../offers.ts";
import { texts } from "./texts.ts";

const level = z.enum(LOG_LEVELS);
const temporary = z.object({
  level,
  normal: level,
  /** ms since the epoch. */
  until: z.number(),
});
type Temporary = z.output<typeof temporary>;

const setting = defineSetting({
  name: "log_levels",
  memory: true,
  schema: z.record(z.string(), temporary),
  fallback: {},
});

export interface LogLevelParts {
  store: Store;
  clock: Clock;
  scope: Scope;
  log: Logger;
  /** The appliance's own log. */
  system: { level: LogLevel };
  hub: Pick<HubLink, "on" | "request" | "status" | "pods" | "connected">;
  pods: Offers["pods"];
}

const NORMAL: LogLevel = "info";
const MINUTE = 60_000;
/** So often it is looked whether a level is due, so that a clock that was set is noticed. */
const LOOK_EVERY = 1_000;

export class LogLevels {
  readonly #parts: LogLevelParts;
  readonly #systemNormal: LogLevel;
  #set: Record<string, Temporary>;
  /** The hub process that was told. */
  #told = 0;
  #stopLooking: (() => void) | undefined;

  constructor(parts: LogLevelParts) {
    this.#parts = parts;
    this.#systemNormal = parts.system.level;
    this.#set = { ...parts.store.settings.read(setting) };
    const system = this.#set["system"];
    if (system && system.until > parts.clock.now()) parts.system.level = system.level;
    for (const event of ["status", "pods"] as const) {
      parts.scope.add(parts.hub.on(event, () => this.#tellHub()));
    }
    parts.scope.add(() => this.#stopLooking?.());
    this.#look();
  }

  list(): { source: string; level: LogLevel; normal: LogLevel; until: number | null }[] {
    const pods = this.#parts.pods.ids().map((id) => `pod:${id}`);
    return ["system", "hub", ...pods].map((source) => {
      const set = this.#set[source];
      const normal = set?.normal ?? this.#normal(source);
      return { source, level: set?.level ?? normal, normal, until: set?.until ?? null };
    });
  }

  /** @returns when it returns, ms since the epoch */
  async set(source: string, to: LogLevel, minutes: number): Promise<number> {
    const { clock, log } = this.#parts;
    const before = this.#set[source];
    const normal = before?.normal ?? this.#normal(source);
    const until = clock.now() + minutes * MINUTE;
    const own = { level: to, normal, until };
    this.#store({ ...this.#set, [source]: own });
    try {
      await this.#apply(source, to);
    } catch (error) {
      this.#putBack(source, own, before);
      throw error;
    }
    log.info(texts.raised(source, minutes, to));
    this.#look();
    return until;
  }

  async reset(source: string): Promise<void> {
    const set = this.#set[source];
    if (!set) return;
    if (!this.#reaches(source)) throw new UnavailableError(texts.hubAway);
    this.#store(this.#without(source));
    await this.#apply(source, set.normal);
    this.#parts.log.info(texts.back(source, set.normal));
  }

  #reaches(source: string): boolean {
    return source === "system" || this.#parts.hub.connected;
  }

  #normal(source: string): LogLevel {
    if (source === "system") return this.#systemNormal;
    return source === "hub" ? NORMAL : this.#parts.pods.logLevel(podOf(source));
  }

  async #apply(source: string, to: LogLevel): Promise<void> {
    if (source === "system") this.#parts.system.level = to;
    else if (source === "hub") await this.#parts.hub.request("logLevel", { level: to });
    else await this.#parts.pods.setLogLevel(podOf(source), to);
  }

  #without(source: string): Record<string, Temporary> {
    return Object.fromEntries(Object.entries(this.#set).filter(([name]) => name !== source));
  }

  /** What could not be applied; other sources keep what they were given meanwhile. */
  #putBack(source: string, own: Temporary, before: Temporary | undefined): void {
    // Somebody set or reset it while this waited.
    if (this.#set[source] !== own) return;
    this.#store(before ? { ...this.#set, [source]: before } : this.#without(source));
    // A hub that only stood still takes the level late, and this one after it.
    if (this.#reaches(source)) this.#attempt(source, this.#apply(source, before?.level ?? own.normal));
  }

  #store(next: Record<string, Temporary>): void {
    this.#parts.store.settings.write(setting, next, this.#parts.clock.now());
    this.#set = next;
  }

  /** Looks for what is due as long as anything is set. */
  #look(): void {
    if (this.#stopLooking || Object.keys(this.#set).length === 0) return;
    this.#stopLooking = this.#parts.clock.every(LOOK_EVERY, () => this.#returnDue());
  }

  #returnDue(): void {
    const now = this.#parts.clock.now();
    for (const [source, { until }] of Object.entries(this.#set)) {
      if (until > now || !this.#reaches(source)) continue;
      this.#attempt(source, this.reset(source));
    }
    if (Object.keys(this.#set).length > 0) return;
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }

  /** A hub process that has its project gets what is set for it and its pods. */
  #tellHub(): void {
    const { hub } = this.#parts;
    const status = hub.status();
    if (status?.state !== "running" || status.pid === this.#told) return;
    // Status and pods come one after the other.
    if (hub.pods().length < status.pods) return;
    this.#told = status.pid;
    for (const [source, { level: to, until }] of Object.entries(this.#set)) {
      if (source !== "system" && until > this.#parts.clock.now())
        this.#attempt(source, this.#apply(source, to));
    }
  }

  #attempt(source: string, task: Promise<void>): void {
    task.catch((error: unknown) => this.#parts.log.warn(texts.failed(source, errorText(error))));
  }
}

const podOf = (source: string): string => source.slice("pod:".length);
