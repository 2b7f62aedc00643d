/**
 * A sign of life to somebody else's server, so that a dead device is noticed: an address that is asked every so many minutes.
 *
 *     const heartbeat = new Heartbeat({ settings, alive, send, clock, log, scope });
 *     heartbeat.findings();
 *
 * Invariants: it is sent only after the hub, and where the project has alarms their process, has just answered. One at a time. What
 * failed is tried again after a minute. The address is in no line of the log: whoever knows it can speak for this device.
 */
import { LIMITS } from "@hubwart/contract";
import { type Clock, ConflictError, errorText, type Logger, type Scope, wallTime } from "@hubwart/core";
import type { Finding } from "../../status.ts";
import type { HeartbeatConfig, HeartbeatSettings } from "./heartbeat-settings.ts";
import { texts } from "./texts.ts";

export interface HeartbeatParts {
  settings: Pick<HeartbeatSettings, "read" | "write">;
  /** German: why this device is not well enough to say that it lives; undefined where it is. */
  unwell: () => Promise<string | undefined>;
  /** @returns what was answered, German. @throws Error with a German text */
  send: (url: string, signal: AbortSignal) => Promise<string>;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export interface HeartbeatState {
  /** ms since the epoch; 0 never. */
  last_success: number;
  last_error: { ts: number; text: string } | null;
  next: number;
}

const MINUTE = 60_000;
/** The hub has a project by then. */
const FIRST = 20_000;
/** Intervals without a success, after which it is told. */
const MOST_MISSED = 3;
const ROUTE = "/runtime/alarms?tab=heartbeat";

export class Heartbeat {
  readonly #parts: HeartbeatParts;
  #lastSuccess = 0;
  #lastError: HeartbeatState["last_error"] = null;
  /** Monotonic: the last success, or when it was switched on. */
  #good: number;
  #due: number | undefined;
  #cancel: () => void = () => undefined;
  #running: Promise<{ delivered: boolean; text: string }> | undefined;
  readonly #abort = new AbortController();

  constructor(parts: HeartbeatParts) {
    this.#parts = parts;
    this.#good = parts.clock.monotonic();
    parts.scope.add(() => {
      this.#cancel();
      this.#abort.abort();
    });
    this.#plan(FIRST);
  }

  config(): HeartbeatConfig {
    return this.#parts.settings.read();
  }

  state(): HeartbeatState {
    const next = this.#due === undefined ? 0 : wallTime(this.#parts.clock, this.#due);
    return { last_success: this.#lastSuccess, last_error: this.#lastError, next };
  }

  save(config: HeartbeatConfig): void {
    const { clock, settings } = this.#parts;
    const before = settings.read();
    settings.write(config, clock.now());
    if (before.active === config.active && before.url === config.url && before.interval === config.interval)
      return;
    this.#good = clock.monotonic();
    // What became of another address says nothing about this one.
    if (before.url !== config.url) {
      this.#lastSuccess = 0;
      this.#lastError = null;
    }
    this.#plan(0);
  }

  /** @throws ConflictError where it is not switched on */
  async test(): Promise<{ delivered: boolean; text: string }> {
    if (!this.config().active) throw new ConflictError(texts.heartbeat.off);
    return await this.#beat();
  }

  findings(): Finding[] {
    const { active, interval } = this.config();
    const since = this.#parts.clock.monotonic() - this.#good;
    if (!active || since <= MOST_MISSED * interval * MINUTE) return [];
    const text = texts.heartbeat.failing(Math.floor(since / MINUTE), this.#lastError?.text);
    return [{ code: "alarm-heartbeat", level: 2, text, route: ROUTE }];
  }

  #plan(ms: number): void {
    const { clock, scope } = this.#parts;
    this.#cancel();
    this.#due = undefined;
    if (scope.ended || !this.config().active) return;
    this.#due = clock.monotonic() + ms;
    this.#cancel = clock.after(ms, () => void this.#beat());
  }

  #beat(): Promise<{ delivered: boolean; text: string }> {
    this.#running ??= this.#beatOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #beatOnce(): Promise<{ delivered: boolean; text: string }> {
    const { clock, log, scope, send, unwell } = this.#parts;
    this.#cancel();
    const { interval, url } = this.config();
    const outcome = await unwell()
      .then(async (why) => {
        if (why !== undefined) throw new Error(texts.heartbeat.unwell(why));
        const limit = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(LIMITS.alarmHeartbeatWithin)]);
        return { delivered: true, text: await send(url, limit) };
      })
      .catch((error: unknown) => ({ delivered: false, text: errorText(error) }));
    // Saved meanwhile: it says nothing about what counts now, which is planned already.
    if (scope.ended || this.config().url !== url) return outcome;
    const failed = this.#lastError !== null && this.#lastError.ts > this.#lastSuccess;
    if (outcome.delivered) {
      if (failed) log.info(texts.heartbeat.again);
      this.#lastSuccess = clock.now();
      this.#lastError = null;
      this.#good = clock.monotonic();
    } else {
      if (!failed || this.#lastError?.text !== outcome.text) log.warn(texts.heartbeat.failed(outcome.text));
      this.#lastError = { ts: clock.now(), text: outcome.text };
    }
    this.#plan(outcome.delivered ? interval * MINUTE : MINUTE);
    return outcome;
  }
}
