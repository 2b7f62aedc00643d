/**
 * Status forwarding: makes a document every interval, keeps it until each active target has taken it, and sends
 * one at once for a test. No HTTP routes here.
 *
 * Invariants: a target that fails or hangs delays neither the other targets nor anything else of the appliance;
 * a document holds the hub's last report and waits for nothing. After a restart the interval goes on where it was.
 */
import { FORWARDING_TARGETS, type ForwardingStatus, type ForwardingTarget, LIMITS } from "@hubwart/contract";
import { type Clock, ConflictError, errorText, type Logger, type Scope, wallTime } from "@hubwart/core";
import { Deliverer } from "@hubwart/core/delivery";
import type { Finding } from "../../status.ts";
import type { DocumentBuffer, WaitingDocument } from "./buffer.ts";
import type { StatusDocument } from "./document.ts";
import type { ForwardingConfig, ForwardingSettings } from "./settings.ts";
import type { Target } from "./targets/target.ts";
import { texts } from "./texts.ts";

const MINUTE_MS = 60_000;
const LONGEST_GAP = 7 * 24 * 60 * MINUTE_MS;
const ROUTE = "/runtime/infotohub";

export interface ForwardingParts {
  settings: ForwardingSettings;
  buffer: DocumentBuffer;
  /** Called once for the documents that wait, and once for each test, so that neither disturbs the other. */
  targets: Record<ForwardingTarget, (test: boolean) => Target>;
  /** The present state, with the lines about alarms after `after`. */
  document: (after?: number) => Promise<MadeDocument>;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

export interface MadeDocument {
  /** As document number `seq`. */
  as: (seq: number, test: boolean) => StatusDocument;
  /** Number of the last line about alarms in it; undefined where it tells nothing of them. */
  told?: number | undefined;
}

export class ForwardingService {
  readonly #parts: ForwardingParts;
  readonly #deliverers: Record<ForwardingTarget, Deliverer<WaitingDocument>>;
  readonly #labels = new Map<ForwardingTarget, string>();
  readonly #testing = new Set<ForwardingTarget>();
  #stopTimer: () => void = () => undefined;
  /** When the next document is made, by the monotonic clock, so that it is told right after the time was set. */
  #due: number | undefined;
  #making: Promise<void> = Promise.resolve();

  private constructor(parts: ForwardingParts) {
    this.#parts = parts;
    const scope = parts.scope.child();
    const deliverer = (name: ForwardingTarget) => {
      const { buffer, clock, log } = parts;
      const target = parts.targets[name](false);
      this.#labels.set(name, target.label);
      return new Deliverer<WaitingDocument>({
        label: `Weiterleitung an ${target.label}`,
        queue: {
          next: () => buffer.next(name),
          taken: ({ seq }) => buffer.taken(name, seq, clock.now()),
          failed: (error) => buffer.note(name, { error, ts: clock.now() }),
        },
        send: ({ content }, signal) => target.send(content, signal),
        release: () => target.release(),
        clock,
        log,
        scope,
      });
    };
    this.#deliverers = {
      http: deliverer("http"),
      mqtt: deliverer("mqtt"),
      influxdb: deliverer("influxdb"),
    };
    parts.scope.add(async () => {
      this.#stopTimer();
      await this.#making;
      await parts.buffer.settled();
    });
  }

  static async start(parts: ForwardingParts): Promise<ForwardingService> {
    const service = new ForwardingService(parts);
    const config = parts.settings.read();
    for (const name of FORWARDING_TARGETS) await parts.buffer.setActive(name, config[name].active);
    service.#schedule(config, parts.buffer.made);
    service.#apply(config);
    return service;
  }

  config(): ForwardingConfig {
    return this.#parts.settings.read();
  }

  status(): { next: number } & Record<ForwardingTarget, ForwardingStatus> {
    const of = (name: ForwardingTarget): ForwardingStatus => {
      const progress = this.#parts.buffer.progress(name);
      return {
        pending: this.#parts.buffer.pending(name),
        sent: progress?.sent ?? 0,
        dropped: progress?.dropped ?? 0,
        last_success: progress?.lastSuccess ?? 0,
        last_error: progress?.lastError ?? null,
        retry: this.#deliverers[name].retryAt,
      };
    };
    const { clock } = this.#parts;
    const next = this.#due === undefined ? 0 : wallTime(clock, this.#due);
    return { next, http: of("http"), mqtt: of("mqtt"), influxdb: of("influxdb") };
  }

  /** Active targets that take nothing: documents wait, and the last attempt failed. */
  findings(): Finding[] {
    const { buffer, settings } = this.#parts;
    const config = settings.read();
    if (config.settings.interval === 0) return [];
    return FORWARDING_TARGETS.flatMap((name) => {
      const { lastError = null, lastSuccess = 0 } = buffer.progress(name) ?? {};
      const fails = lastError !== null && lastError.ts > lastSuccess && buffer.pending(name) > 0;
      if (!config[name].active || !fails) return [];
      const text = texts.failing(this.#labels.get(name) ?? name, lastError.text);
      return [{ code: `forwarding-${name}`, level: 2 as const, text, route: `${ROUTE}?tab=${name}` }];
    });
  }

  async save(change: Partial<ForwardingConfig>): Promise<void> {
    const { settings, buffer, clock } = this.#parts;
    const before = settings.read();
    settings.write(change, clock.now());
    const config = settings.read();
    for (const name of FORWARDING_TARGETS) await buffer.setActive(name, config[name].active);
    if (config.settings.interval !== before.settings.interval) this.#schedule(config, 0);
    this.#apply(config);
  }

  /** Sends a document beside the waiting ones and tells what the target said. */
  async test(name: ForwardingTarget, signal: AbortSignal): Promise<{ delivered: boolean; text: string }> {
    const { settings, buffer, clock, targets, document } = this.#parts;
    if (!settings.read()[name].active) throw new ConflictError(texts.notActive);
    if (this.#testing.has(name)) throw new ConflictError(texts.beingSent);
    this.#testing.add(name);
    const target = targets[name](true);
    try {
      const made = await document();
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMITS.forwardingTest)]);
      const text = await target.send(JSON.stringify(made.as(0, true)), limit);
      await buffer.note(name, { success: clock.now() });
      this.#deliverers[name].resumeIfWaiting();
      return { delivered: true, text };
    } catch (error) {
      const text = errorText(error);
      await buffer.note(name, { error: text, ts: clock.now() });
      return { delivered: false, text };
    } finally {
      this.#testing.delete(name);
      await target.release();
    }
  }

  /** Resolves when nothing is being made or sent. */
  async idle(): Promise<void> {
    await this.#making;
    for (const name of FORWARDING_TARGETS) await this.#deliverers[name].idle();
    await this.#parts.buffer.settled();
  }

  #apply(config: ForwardingConfig): void {
    for (const name of FORWARDING_TARGETS) {
      if (config.settings.interval > 0 && config[name].active) this.#deliverers[name].resume();
      else this.#deliverers[name].pause();
    }
  }

  /** `made`: when the last document was made; 0 makes one at once. */
  #schedule(config: ForwardingConfig, made: number): void {
    const { clock } = this.#parts;
    this.#stopTimer();
    this.#due = undefined;
    const interval = config.settings.interval * MINUTE_MS;
    if (interval === 0) return;
    // A clock that was set back must not silence the device for long.
    const delay = Math.min(Math.max(made + interval - clock.now(), 0), interval);
    this.#due = clock.monotonic() + delay;
    this.#stopTimer = clock.after(delay, () => {
      this.#making = this.#make();
      this.#schedule(config, clock.now());
    });
  }

  async #make(): Promise<void> {
    const { buffer, clock, document, log, settings } = this.#parts;
    const config = settings.read();
    if (!FORWARDING_TARGETS.some((name) => config[name].active)) return;
    try {
      // Nobody wants what happened while the forwarding was off for long.
      const recent = clock.now() - buffer.made < LONGEST_GAP;
      const made = await document(recent ? buffer.told : undefined);
      await buffer.add((seq) => JSON.stringify(made.as(seq, false)), clock.now(), made.told);
    } catch (error) {
      log.warn(texts.documentLost(errorText(error)));
    }
    for (const name of FORWARDING_TARGETS) this.#deliverers[name].wake();
  }
}
