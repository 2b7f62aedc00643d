/**
 * The alarms of the hub for all who follow them: what stands, and what becomes of it. Read once for all of them together, from the
 * journal by its numbers, so that whatever happens between two readings is told too.
 *
 *     await feed.ready();          // what stands is known
 *     feed.add(subscriber);        // is told what stands, then what changes
 *     feed.delete(subscriber);     // the last one to go ends the reading
 *
 * Invariants: a subscriber is told only of alarms whose source they may read. After the hub was away, after another project and while
 * the disk of the alarms takes nothing, all that stands is read and compared.
 */
import { LIMITS } from "@hubwart/contract";
import {
  LIVE_TRANSITIONS,
  type LiveAlarm,
  type LiveAlarmState,
  type LiveTransition,
} from "@hubwart/contract/live";
import { type Clock, errorText, type Logger, type Scope } from "@hubwart/core";
import type { AlarmEvent, AlarmLook, StandingAlarm } from "@hubwart/ipc";
import type { HubLink } from "../../../hub-link.ts";
import { texts } from "../texts.ts";

export interface AlarmSubscriber {
  mayRead(chan: string): boolean;
  /** An alarm as it is now, as JSON. */
  takeAlarm(id: string, json: string): void;
  takeTransition(json: string): void;
  takeState(state: LiveAlarmState): void;
  /** So many transitions are told to nobody. */
  missed(count: number): void;
  /** All of one reading has been taken. */
  flush(): void;
}

/** Lines of the journal that are read at once. */
const LINES = 500;
/** The hub says when something changed; what it could not say is found after so long, ms. */
const EVERY = 15_000;

export class AlarmFeed {
  readonly #hub: Pick<HubLink, "connected" | "status" | "request">;
  readonly #log: Logger;
  readonly #subscribers = new Set<AlarmSubscriber>();
  /** What stands, by id. */
  readonly #known = new Map<string, LiveAlarm>();
  #state: LiveAlarmState = "unsure";
  /** Number of the last line that was told; undefined where what stands has to be read first. */
  #after: number | undefined;
  /** Whether lines are enough to know what is other than before. */
  #current = false;
  #reading: Promise<void> | undefined;
  #again = false;
  #project = "";

  constructor(
    hub: Pick<HubLink, "connected" | "status" | "request" | "on">,
    clock: Pick<Clock, "every">,
    log: Logger,
    scope: Scope,
  ) {
    this.#hub = hub;
    this.#log = log;
    const anew = () => {
      this.#current = false;
      this.#changed();
    };
    scope.add(hub.on("alarms", () => this.#changed()));
    scope.add(hub.on("connected", anew));
    scope.add(
      hub.on("status", ({ projectVersion, started, state }) => {
        const project = `${state} ${started} ${projectVersion}`;
        if (project !== this.#project) anew();
        this.#project = project;
      }),
    );
    scope.add(clock.every(EVERY, () => this.#changed()));
  }

  get state(): LiveAlarmState {
    return this.#state;
  }

  /** What stands is known, as far as the hub tells it. */
  async ready(): Promise<void> {
    if (this.#subscribers.size === 0 || this.#reading) await this.#read();
  }

  /** @returns how many alarms stand that they see */
  add(subscriber: AlarmSubscriber): number {
    this.#subscribers.add(subscriber);
    let seen = 0;
    for (const alarm of this.#known.values()) {
      if (!subscriber.mayRead(alarm.source)) continue;
      subscriber.takeAlarm(alarm.id, JSON.stringify(alarm));
      seen += 1;
    }
    if (!this.#current) this.#changed();
    return seen;
  }

  delete(subscriber: AlarmSubscriber): void {
    if (!this.#subscribers.delete(subscriber) || this.#subscribers.size > 0) return;
    this.#known.clear();
    this.#after = undefined;
    this.#current = false;
    this.#state = "unsure";
  }

  #changed(): void {
    if (this.#subscribers.size > 0) void this.#read();
  }

  /** One reading at a time; what changes meanwhile is read after it. */
  #read(): Promise<void> {
    if (this.#reading) this.#again = true;
    return (this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    }));
  }

  async #readAll(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.#readOnce();
      } catch (error) {
        this.#current = false;
        this.#become("unsure");
        this.#log.debug(texts.forWatchers(errorText(error)));
      }
      for (const subscriber of this.#subscribers) subscriber.flush();
    } while (this.#again);
  }

  async #readOnce(): Promise<void> {
    const state = this.#hub.connected ? this.#hub.status()?.state : undefined;
    if (state === "no_project") {
      this.#after = undefined;
      this.#replace([]);
      return this.#become("no_project");
    }
    if (state !== "running") return this.#become("unsure");
    const enough = this.#after === undefined ? false : await this.#readLines(this.#after);
    if (!enough || !this.#current) await this.#readWhole();
  }

  /** @returns whether they say all that is other than before */
  async #readLines(from: number): Promise<boolean> {
    let enough = true;
    for (let after = from, more = true; more; ) {
      const { alarms, events, gone, last, unwritten } = await this.#hub.request("alarmNews", {
        after,
        limit: LINES,
      });
      // Another journal than before.
      if (last < after) {
        this.#after = undefined;
        return false;
      }
      const lost = (events[0]?.seq ?? after + 1) - after - 1;
      if (lost > 0) for (const subscriber of this.#subscribers) subscriber.missed(lost);
      for (const alarm of alarms) this.#learn(liveAlarmOf(alarm));
      for (const event of events) this.#tell(event);
      for (const id of gone) this.#forget(id);
      // Maintenance is about many alarms, and none by name.
      if (lost > 0 || unwritten || events.some(({ nr }) => nr === 0)) enough = false;
      after = events.at(-1)?.seq ?? last;
      this.#after = after;
      more = after < last;
    }
    return enough;
  }

  async #readWhole(): Promise<void> {
    const { last } = await this.#hub.request("alarmNews", { after: 0, limit: 0 });
    const { alarms, standing, trouble } = await this.#hub.request("alarms", {
      limit: LIMITS.alarmsStanding,
    });
    // Of a project without alarms nobody keeps a journal.
    this.#after = alarms === 0 ? undefined : (this.#after ?? last);
    this.#replace(standing);
    this.#current = true;
    this.#become(stateOf(alarms, trouble));
  }

  #replace(standing: readonly StandingAlarm[]): void {
    const now = new Set(standing.map(({ id }) => id));
    for (const alarm of standing) this.#learn(liveAlarmOf(alarm));
    for (const id of this.#known.keys()) if (!now.has(id)) this.#forget(id);
  }

  #learn(alarm: LiveAlarm): void {
    const before = this.#known.get(alarm.id);
    this.#known.set(alarm.id, alarm);
    const json = JSON.stringify(alarm);
    if (before && JSON.stringify(before) === json) return;
    this.#give(alarm.source, (subscriber) => subscriber.takeAlarm(alarm.id, json));
  }

  #forget(id: string): void {
    const before = this.#known.get(id);
    if (!before || !this.#known.delete(id)) return;
    const json = JSON.stringify({ ...before, state: "normal" });
    this.#give(before.source, (subscriber) => subscriber.takeAlarm(id, json));
  }

  #tell(event: AlarmEvent): void {
    const transition = transitionOf(event);
    if (!transition) return;
    // A line about an alarm that the project has no more names no channel.
    const source = event.source || this.#known.get(event.id)?.source;
    if (source === undefined) return;
    const json = JSON.stringify({ ...transition, source });
    this.#give(source, (subscriber) => subscriber.takeTransition(json));
  }

  #give(source: string, give: (subscriber: AlarmSubscriber) => void): void {
    for (const subscriber of this.#subscribers) if (subscriber.mayRead(source)) give(subscriber);
  }

  #become(state: LiveAlarmState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const subscriber of this.#subscribers) subscriber.takeState(state);
  }
}

const stateOf = (alarms: number, trouble: AlarmLook["trouble"]): LiveAlarmState =>
  trouble !== undefined ? "unsure" : alarms === 0 ? "none" : "watching";

/** What its reader may know: not which other alarm or channel keeps it quiet, and nobody's addresses. */
function liveAlarmOf(alarm: StandingAlarm): LiveAlarm {
  const { class: _class, kind: _kind, suppressed, told: _told, ...shown } = alarm;
  return { ...shown, ...(suppressed ? { suppressed: true } : {}) };
}

function transitionOf({ seq: _seq, what, why, ...event }: AlarmEvent): LiveTransition | undefined {
  const kind = LIVE_TRANSITIONS.find((each) => each === what);
  if (!kind) return undefined;
  return { ...event, what: kind, ...(why === undefined || kind === "suppressed" ? {} : { why }) };
}
