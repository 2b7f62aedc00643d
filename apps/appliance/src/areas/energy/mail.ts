/**
 * The report of each month by e-mail, once: it counts as sent when the mail server of the project's e-mail pod took it for everybody.
 *
 *     const mail = new ReportMail({ settings, zone, report, send, clock, log, scope });
 *     mail.findings();
 *
 * Invariants: what is due and who has it are on the disk, so that a restart repeats nothing and forgets nothing; what fails is tried again until it
 * goes. A month is due only after the clock has said so for ten minutes: one that is ahead for a while sends nothing early, and nothing
 * that it sent before the month was over keeps the report from going out in time. After a long time without power only the last month is sent.
 */
import {
  type Clock,
  ConflictError,
  errorText,
  type Logger,
  type Scope,
  UnavailableError,
  wallTime,
} from "@hubwart/core";
import type { MailOrder, TestResult } from "@hubwart/runtime/methods";
import { Zone } from "@hubwart/schedule/zone";
import type { Finding } from "../../status.ts";
import { duePeriod, monthOf, nextDue, wasSent } from "./mail-due.ts";
import type { MailConfig, MailSettings, MailState } from "./mail-settings.ts";
import { texts } from "./texts.ts";

export interface ReportMailParts {
  settings: Pick<MailSettings, "keep" | "read" | "state" | "write">;
  /** IANA name of the zone that holds now. */
  zone: () => Promise<string>;
  /** What is sent of a month. @throws Error with a German text */
  report: (period: string) => Promise<Omit<MailOrder, "key" | "to">>;
  /** Resolves with what the mail server said. @throws Error with a German text */
  send: (pod: string, order: MailOrder) => Promise<TestResult>;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LOOK_EVERY = 30_000;
/** So long the clock must say the same. */
const BELIEVED_AFTER = 10 * MINUTE;
const LONGEST_PAUSE = 60 * MINUTE;
const MOST_OPEN = 12;
const MOST_DONE = 36;
const ROUTE = "/runtime/energy?tab=mail";

export class ReportMail {
  readonly #parts: ReportMailParts;
  #zone: Zone | undefined;
  /** What the clock says is due, and since when; monotonic. */
  #seen: { what: string; since: number } | undefined;
  /** Attempts in vain since the last that went well, and when the next one is; monotonic. */
  #failures = 0;
  #due = 0;
  /** When it was last tried in vain; monotonic. */
  #tried: number | undefined;
  #sending = false;

  constructor(parts: ReportMailParts) {
    this.#parts = parts;
    parts.scope.add(parts.clock.every(LOOK_EVERY, () => void this.#look()));
  }

  config(): MailConfig {
    return this.#parts.settings.read();
  }

  state(): Pick<MailState, "success" | "error"> & { next: number } {
    const { clock, settings } = this.#parts;
    const { error, open, success } = settings.state();
    const { active, day } = this.config();
    const pending = open.length > 0 ? wallTime(clock, this.#due) : undefined;
    const next = pending ?? (this.#zone ? nextDue(clock.now(), this.#zone, day) : 0);
    return { success, error, next: active ? next : 0 };
  }

  async save(config: MailConfig): Promise<void> {
    const { clock, settings } = this.#parts;
    const before = settings.read();
    const now = clock.now();
    if (config.active && !before.active) {
      // The month that runs is the first one: what is over already can be sent by hand.
      const since = monthOf(now, await this.#readZone());
      settings.keep({ ...settings.state(), since, open: [], error: null }, now);
    }
    settings.write(config, now);
    this.#failures = 0;
    this.#due = 0;
  }

  /** The last whole month, to everybody, whatever was sent before. @throws ConflictError where it is not switched on */
  async test(): Promise<{ delivered: boolean; text: string }> {
    const { active, pod, recipients } = this.config();
    if (!active) throw new ConflictError(texts.mail.off);
    const { clock, report, send } = this.#parts;
    try {
      const now = clock.now();
      const content = await report(monthOf(now, await this.#readZone(), 1));
      let text = "";
      for (const to of recipients) {
        const subject = texts.mail.test(content.subject);
        const answer = await send(pod, { ...content, subject, key: `energy-test-${now}`, to });
        if (!answer.sent) return { delivered: false, text: answer.text };
        text = answer.text;
      }
      return { delivered: true, text };
    } catch (error) {
      return { delivered: false, text: errorText(error) };
    }
  }

  findings(): Finding[] {
    const { error, open } = this.#parts.settings.state();
    const late = open.find(({ failed }) => failed >= DAY);
    if (!late || !this.config().active) return [];
    const text = texts.mail.late(late.period, error?.text ?? "");
    return [{ code: "energy-mail", level: 2, text, route: ROUTE }];
  }

  async #look(): Promise<void> {
    const { clock, log } = this.#parts;
    if (this.#sending || !this.config().active) {
      if (!this.#sending) this.#seen = undefined;
      return;
    }
    this.#sending = true;
    try {
      this.#note(await this.#readZone());
      if (this.#parts.settings.state().open.length > 0 && clock.monotonic() >= this.#due)
        await this.#sendAll();
    } catch (error) {
      log.error(errorText(error));
    } finally {
      this.#sending = false;
    }
  }

  /** What is due now goes to those that wait, as soon as the clock is believed. */
  #note(zone: Zone): void {
    const { clock, settings } = this.#parts;
    const [now, mono] = [clock.now(), clock.monotonic()];
    const state = settings.state();
    const [due, running] = [duePeriod(now, zone, this.config().day), monthOf(now, zone)];
    const what = `${due} ${running}`;
    if (this.#seen?.what !== what) this.#seen = { what, since: mono };
    const believed = mono - this.#seen.since >= BELIEVED_AFTER;
    const since = believed && state.since > running ? running : state.since;
    const wanted =
      believed &&
      due >= since &&
      !wasSent(state.done, due, now) &&
      !state.open.some(({ period }) => period === due);
    const open = wanted ? [...state.open, { period: due, sent: [], failed: 0 }] : state.open;
    if (wanted || since !== state.since) this.#keep({ ...state, since, open: open.slice(-MOST_OPEN) });
  }

  async #sendAll(): Promise<void> {
    const { clock, log, scope } = this.#parts;
    for (const { period } of this.#parts.settings.state().open) {
      let text = "";
      try {
        text = await this.#sendOne(period);
      } catch (error) {
        text = errorText(error);
      }
      if (scope.ended) return;
      if (text === "") this.#sent(period);
      else {
        if (this.#parts.settings.state().error?.text !== text) log.warn(texts.mail.failed(period, text));
        const longer = this.#tried === undefined ? 0 : clock.monotonic() - this.#tried;
        const failed = (one: MailState["open"][number]) => ({ ...one, failed: one.failed + longer });
        this.#change(period, failed, { ts: clock.now(), period, text });
      }
    }
    const failed = this.#parts.settings.state().open.length > 0;
    this.#failures = failed ? this.#failures + 1 : 0;
    this.#tried = failed ? clock.monotonic() : undefined;
    this.#due = clock.monotonic() + Math.min(LONGEST_PAUSE, MINUTE * 2 ** Math.min(10, this.#failures));
  }

  /** To those who do not have it yet. @returns why somebody did not get it, German; empty: all have it */
  async #sendOne(period: string): Promise<string> {
    const { report, send } = this.#parts;
    const content = await report(period);
    const { pod, recipients } = this.config();
    let trouble = "";
    for (const to of recipients) {
      if (this.#open(period)?.sent.includes(to)) continue;
      try {
        const answer = await send(pod, { ...content, key: `energy-${period}`, to });
        // On the disk before anybody else is tried: a restart repeats it to nobody.
        if (answer.sent) this.#has(period, to);
        else trouble = answer.text;
      } catch (error) {
        trouble = errorText(error);
        // The others would wait for the same.
        if (error instanceof UnavailableError) break;
      }
    }
    return trouble;
  }

  #open(period: string): MailState["open"][number] | undefined {
    return this.#parts.settings.state().open.find((one) => one.period === period);
  }

  #has(period: string, to: string): void {
    this.#change(period, (one) => ({ ...one, sent: [...one.sent, to] }));
  }

  #change(
    period: string,
    change: (one: MailState["open"][number]) => MailState["open"][number],
    error?: MailState["error"],
  ): void {
    const state = this.#parts.settings.state();
    const open = state.open.map((one) => (one.period === period ? change(one) : one));
    this.#keep({ ...state, open, ...(error ? { error } : {}) });
  }

  #sent(period: string): void {
    const { clock, log, settings } = this.#parts;
    const state = settings.state();
    const at = clock.now();
    const done = [...state.done.filter((one) => one.period !== period), { period, at }].slice(-MOST_DONE);
    const open = state.open.filter((one) => one.period !== period);
    const error = state.error?.period === period || open.length === 0 ? null : state.error;
    this.#keep({ ...state, done, open, error, success: { ts: at, period } });
    log.info(texts.mail.sent(period));
  }

  #keep(state: MailState): void {
    this.#parts.settings.keep(state, this.#parts.clock.now());
  }

  async #readZone(): Promise<Zone> {
    const name = await this.#parts.zone();
    if (this.#zone?.name !== name) this.#zone = new Zone(name);
    return this.#zone ?? new Zone(name);
  }
}
