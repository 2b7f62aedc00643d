/**
 * What runs, what the update server offers, and how the last update ended. Asks the server by itself twice a day.
 *
 * Invariants: at most one look at the server at a time; `state()` and `findings()` never wait. What was found is
 * remembered, so that a restart forgets nothing.
 */
import {
  type AnswerOf,
  CODES,
  UPDATE_CHANNELS,
  type UpdateChannel,
  type updateState,
} from "@hubwart/contract";
import { type Clock, errorText, type Logger, ResultError, type Scope } from "@hubwart/core";
import type { ReleaseTrial, RunningRelease } from "@hubwart/ipc";
import { compareVersions, licensedChannels, type ReleaseInfo, type Repository } from "@hubwart/releases";
import type { Finding } from "../../status.ts";
import { said, saidOfLook } from "./said.ts";
import type { Offered, UpdateResult, UpdateSettings } from "./settings.ts";
import { texts } from "./texts.ts";

export interface UpdateParts {
  settings: UpdateSettings;
  /** The repository of a channel. @throws ResultError if there is none for this device */
  open: (channel: UpdateChannel) => Promise<Repository>;
  /** German: why this device takes no updates at all; undefined if it does. */
  hindrance: () => string | undefined;
  license: () => { valid: boolean; meta: Record<string, string>; reason?: string };
  running: () => RunningRelease;
  /** Of the release that runs, if it is still on trial. */
  trial: () => ReleaseTrial | undefined;
  /** Connections that broke off during it. */
  losses: () => number;
  clock: Clock;
  log: Logger;
  scope: Scope;
}

type State = Omit<AnswerOf<typeof updateState>, "code">;

const FIRST = 60_000;
const EVERY = 12 * 3_600_000;
const AFTER_FAILURE = 3_600_000;
/** The first look after a failure; each further one twice as late, up to the time above. */
const SOON = 120_000;
/** So that not all devices of a power cut come at the same minute. */
const SPREAD = 600_000;
const LOOK_LIMIT = 60_000;
const DAY = 86_400_000;
/** The manufacturer signs anew far more often; somebody may be holding the news back. */
const LONGEST_SILENCE = 14 * DAY;
const ROUTE = "/system/update";
const seconds = (ms: number) => Math.floor(ms / 1000);

export class UpdateService {
  readonly #parts: UpdateParts;
  #looking: Promise<Offered | null> | undefined;
  #age: number | undefined;
  #cancel: (() => void) | undefined;
  #failures = 0;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
    this.#plan(FIRST);
    parts.scope.add(() => this.#cancel?.());
  }

  state(): State {
    const { hindrance, running, settings } = this.#parts;
    const { checked, error, last, newest, previous } = settings.memory();
    const { version } = running();
    const available = this.#newer(newest);
    return {
      version,
      previous,
      trial: this.#trial(),
      back: this.#back(),
      channel: settings.channel,
      list: this.channels(),
      checked: checked === null ? null : seconds(checked),
      error: error?.text ?? null,
      available: available && {
        version: available.version,
        size: available.size,
        unpacked: available.unpacked,
        published: seconds(available.published),
        notes: available.notes,
      },
      hindrance: hindrance() ?? this.#licenseFault() ?? this.#onTrial() ?? null,
      last: last && { ...last, started: seconds(last.started), ended: seconds(last.ended) },
    };
  }

  /** The version to go back to. @throws ResultError if there is none */
  wayBack(): string {
    const hindrance = this.#parts.hindrance();
    if (hindrance !== undefined) throw new ResultError(CODES.updateNotPossible, hindrance);
    const back = this.#back();
    if (back) return back.version;
    throw new ResultError(CODES.updateNotPossible, texts.nothingPrevious);
  }

  /** Channels that the licence includes, and the one that is set. */
  channels(): UpdateChannel[] {
    const licensed = this.#licensed();
    return UPDATE_CHANNELS.filter(
      (channel) => channel === this.#parts.settings.channel || licensed.has(channel),
    );
  }

  /** Asks the server now. @returns the newer release of the channel, if there is one. @throws ResultError */
  async check(): Promise<Offered | null> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return await this.#looking;
  }

  /** What an update would install. @throws ResultError that says why there is nothing to do, or nothing can be done */
  async wanted(): Promise<Offered> {
    this.#mayUpdate();
    this.licensed(this.#parts.settings.channel);
    const found = await this.check();
    if (found) return found;
    throw new ResultError(CODES.updateUpToDate, texts.newest);
  }

  /** @throws ResultError if the licence does not include the channel */
  licensed(channel: UpdateChannel): void {
    if (this.#licensed().has(channel)) return;
    throw new ResultError(CODES.updateLicense, texts.channelUnlicensed);
  }

  /** Verified metadata of a channel. @throws ResultError */
  async repository(channel: UpdateChannel, signal: AbortSignal): Promise<Repository> {
    try {
      const repository = await this.#parts.open(channel);
      await repository.refresh(signal);
      return repository;
    } catch (error) {
      signal.throwIfAborted();
      throw said(error);
    }
  }

  /** Newer than what runs; anything else is no update, whoever signed it. */
  newer(releases: readonly ReleaseInfo[]): ReleaseInfo | undefined {
    const { version } = this.#parts.running();
    return releases.find((release) => compareVersions(release.version, version) > 0);
  }

  findings(): Finding[] {
    const { running, settings } = this.#parts;
    const { error, last, newest } = settings.memory();
    const found: Finding[] = [];
    const finding = (code: Finding["code"], level: 1 | 2, text: string) =>
      found.push({ code, level, text, route: ROUTE });
    const { fallback, version } = running();
    if (fallback !== undefined) finding("release_fallback", 2, texts.runs(fallback, version));
    if (last && !last.success && !last.seen) finding("update_failed", 2, failureText(last));
    if (error?.distrust) finding("update_untrusted", 2, error.text);
    else if (this.#age !== undefined && this.#age > LONGEST_SILENCE) {
      const days = Math.floor(this.#age / DAY);
      finding("update_silent", 2, texts.serverStale(days));
    }
    const available = this.#newer(newest);
    if (available) finding("update_available", 1, texts.available(available.version));
    return found;
  }

  #trial(): State["trial"] {
    const { clock, losses, settings, trial } = this.#parts;
    const [open, noted] = [trial(), settings.memory().trial];
    if (open === undefined || noted?.changeover !== open.id) return null;
    return {
      until: seconds(clock.now() + open.left),
      from: noted.from,
      crashes: open.crashes,
      losses: losses(),
      connections: noted.before?.up.length ?? null,
    };
  }

  #back(): State["back"] {
    const { clock, hindrance, settings } = this.#parts;
    const { kept, previous } = settings.memory();
    if (previous === null || kept <= 0 || hindrance() !== undefined) return null;
    return { version: previous, until: seconds(clock.now() + kept) };
  }

  #onTrial(): string | undefined {
    if (this.#parts.trial() === undefined) return undefined;
    return texts.onTrial(this.#parts.running().version);
  }

  #licensed(): ReadonlySet<UpdateChannel> {
    return licensedChannels(this.#parts.license().meta);
  }

  async #look(): Promise<Offered | null> {
    const { clock, log, settings } = this.#parts;
    const { channel } = settings;
    const [asked] = await Promise.allSettled([this.repository(channel, AbortSignal.timeout(LOOK_LIMIT))]);
    // What one channel offers, or that it cannot be had, says nothing of another one.
    if (settings.channel !== channel) return await this.#look();
    try {
      if (asked.status === "rejected") throw asked.reason;
      const repository = asked.value;
      this.#age = repository.metadataAge;
      const release = this.newer(repository.releases());
      const newest: Offered | null = release ? offered(release) : null;
      settings.remember({ checked: clock.now(), error: null, newest });
      this.#failures = 0;
      this.#plan(EVERY);
      return newest;
    } catch (raised) {
      const error = saidOfLook(raised);
      const text = error.message;
      const distrust = error.code === CODES.updateUntrusted;
      log[distrust ? "error" : "warn"](`Update-Server: ${detail(error)}`);
      settings.remember({ error: { text, distrust } });
      this.#plan(Math.min(AFTER_FAILURE, SOON * 2 ** this.#failures));
      this.#failures = Math.min(this.#failures + 1, 10);
      throw error;
    }
  }

  #plan(ms: number): void {
    const { clock, hindrance, scope } = this.#parts;
    this.#cancel?.();
    if (scope.ended) return;
    this.#cancel = clock.after(ms + Math.random() * SPREAD * Math.min(1, ms / AFTER_FAILURE), () => {
      if (hindrance() === undefined) this.check().catch(() => undefined);
      else this.#plan(AFTER_FAILURE);
    });
  }

  #newer(newest: Offered | null): Offered | null {
    const { running, settings } = this.#parts;
    if (newest?.channel !== settings.channel) return null;
    return compareVersions(newest.version, running().version) > 0 ? newest : null;
  }

  #licenseFault(): string | undefined {
    const { valid, reason } = this.#parts.license();
    return valid ? undefined : texts.unlicensed(reason ?? "").trim();
  }

  #mayUpdate(): void {
    const fault = this.#licenseFault();
    if (fault !== undefined) throw new ResultError(CODES.noLicense, fault);
    const hindrance = this.#parts.hindrance();
    const why = hindrance ?? this.#onTrial();
    if (why !== undefined) throw new ResultError(CODES.updateNotPossible, why);
  }
}

const failureText = ({ from, version, reason }: UpdateResult) =>
  texts.failed(compareVersions(version, from) < 0, version, reason);

/** For the log: what lies behind the sentence. */
const detail = (error: unknown) =>
  error instanceof Error && error.cause instanceof Error
    ? `${error.message} (${error.cause.message})`
    : errorText(error);

const offered = ({ channel, version, size, unpacked, published, notes }: ReleaseInfo): Offered => ({
  channel,
  version,
  size,
  unpacked,
  published,
  notes,
});
