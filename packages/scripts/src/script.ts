/**
 * One script: its worker, what it is fed, and what becomes of it.
 *
 *     const script = new Script({ name, source, … });
 *     await script.start();
 *     script.changed(index, value, quality, ts);
 *     await script.stop();
 *
 * States: starting → running → waiting (ended by a limit, a crash or an error at its start; started again after a pause
 * that doubles) …, or broken (does not compile), or ended.
 *
 * Invariants: at most one worker. A worker whose call does not end within `hardTurnMs` is ended, whatever it does. At
 * most one batch of values is on its way; what changes meanwhile is merged, newest wins.
 */
import type { Worker } from "node:worker_threads";
import { Backoff, type Clock, errorText, type LogLevel } from "@hubwart/core";
import type { Quality, ScriptAlarm, ScriptFigures, ScriptReport, ScriptState } from "@hubwart/ipc";
import {
  callsText,
  germanProblem,
  type LuaValue,
  literalsOf,
  problemText,
  SCRIPT_LIMITS,
  type ScriptCall,
} from "@hubwart/lua";
import { Repetition } from "@hubwart/runtime/pod-log";
import type {
  Answer,
  FromWorker,
  HttpAnswer,
  HttpOrder,
  ScriptChannel,
  ToWorker,
  ValueChange,
} from "./messages.ts";
import { crashText, handedOver, loopText, tooLong } from "./outcome.ts";
import { startWorker } from "./start-worker.ts";
import { texts } from "./texts.ts";
import { Troubles } from "./troubles.ts";

/** What a script's doings lead to. A trial has its own. */
export interface ScriptEffects {
  /** @param cause channel for whose change it writes */
  write(channel: ScriptChannel, value: LuaValue, cause: number | undefined): void;
  log(level: LogLevel, text: string): void;
  keep(name: string, value: LuaValue): void;
  /** @throws where those who keep the alarms do not answer */
  alarm(id: string): Promise<ScriptAlarm>;
  setAlarm(id: string, on: boolean, text: string | undefined): void;
  http(order: HttpOrder, signal: AbortSignal): Promise<HttpAnswer>;
  /** @returns what ends it. @throws Error with a German text */
  cron(pattern: string, fire: () => void): () => void;
  /** The state changed. */
  changed(): void;
}

export interface ScriptOptions {
  name: string;
  source: string;
  workerFile: string;
  clock: Clock;
  /** Hands over the channels of these names with their newest values; `changed` is called with what follows. */
  channels: (names: readonly string[], take: (found: ScriptChannel[]) => void) => Promise<void>;
  /** The channel that a name which is none was most likely meant for. */
  meant: (name: string) => string | undefined;
  kept: () => Record<string, LuaValue>;
  effects: ScriptEffects;
  trial?: boolean;
}

const WATCHDOG_EVERY = 250;
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 300_000;
/** A script that ran so long has proven itself, ms. */
const STABLE = 60_000;
/** Time for the worker's own start, ms. */
const START_WITHIN = 20_000;
const BATCH = 200;
const NO_FIGURES: ScriptFigures = { memory: 0, busy: 0, calls: 0, refused: 0, throttled: false };

export class Script {
  readonly #options: ScriptOptions;
  readonly #backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
  readonly #channels = new Map<number, ScriptChannel>();
  readonly #pending = new Map<number, ValueChange>();
  readonly #crons = new Map<number, () => void>();
  readonly #failures: Repetition;
  readonly #troubles: Troubles;
  #worker: Worker | undefined;
  #enders: (() => void)[] = [];
  #abort = new AbortController();
  #sending = false;
  #startedAt = 0;
  #report: ScriptReport;

  constructor(options: ScriptOptions) {
    this.#options = options;
    this.#failures = new Repetition(() => options.clock.monotonic());
    this.#troubles = new Troubles(() => options.clock.monotonic());
    this.#report = {
      name: options.name,
      state: "ended",
      starts: 0,
      failures: 0,
      events: 0,
      coalesced: 0,
      writes: 0,
      figures: NO_FIGURES,
    };
  }

  get report(): ScriptReport {
    return { ...this.#report };
  }

  /** What people should look at: German; undefined while it does what it should. */
  get trouble(): string | undefined {
    const { error, loop, state } = this.#report;
    if (state === "waiting" || state === "broken" || this.#troubles.some) return error;
    return loop === undefined ? undefined : loopText(loop);
  }

  /** @param channel whose changes come from what it writes, again and again; undefined where there is none */
  feedsItself(channel: string | undefined): void {
    if (this.#report.loop === channel) return;
    delete this.#report.loop;
    if (channel !== undefined) {
      this.#report.loop = channel;
      this.#options.effects.log("warn", loopText(channel));
    }
    this.#options.effects.changed();
  }

  /** Says again how it is. */
  tell(): void {
    this.#options.effects.changed();
  }

  async start(): Promise<void> {
    const { channels, clock, kept, name, source, trial = false, workerFile } = this.#options;
    this.#set("starting");
    this.#report.starts += 1;
    this.#startedAt = clock.monotonic();
    const named: ScriptChannel[] = [];
    try {
      const texts = literalsOf(source).map(({ text }) => text);
      await channels(texts, (found) => named.push(...found.map((channel) => this.#learn(channel))));
    } catch (error) {
      this.#pause(texts.channelsWithheld(errorText(error)));
      return;
    }
    // Ended while the hub was asked.
    if (this.#report.state !== "starting") return;
    const order = { name, source, channels: named, kept: kept(), trial };
    const { answer, close, view, worker } = startWorker(workerFile, order);
    this.#worker = worker;
    this.#abort = new AbortController();
    this.#enders = [close];
    worker.on("message", (message: FromWorker) => this.#received(worker, message, answer));
    worker.on("error", (error) => this.#ended(worker, crashText(error)));
    worker.on("exit", () => this.#ended(worker, texts.workerEnded));
    this.#watch(worker, view);
  }

  /** A channel has a new value; ignored if the script does not know it. */
  changed(index: number, value: LuaValue, quality: Quality, ts: number): void {
    const channel = this.#channels.get(index);
    if (!channel) return;
    channel.value = value;
    channel.quality = quality;
    channel.ts = ts;
    if (this.#report.state !== "running" && this.#report.state !== "starting") return;
    if (this.#pending.has(index)) this.#report.coalesced += 1;
    this.#pending.set(index, { n: index, v: value, q: quality, t: ts });
    this.#feed();
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#release();
    this.#set("ended");
    await worker?.terminate();
  }

  #received(worker: Worker, message: FromWorker, answer: (message: Answer) => void): void {
    if (this.#worker !== worker) return;
    const { effects, meant } = this.#options;
    switch (message.t) {
      case "ready":
        this.#set("running");
        this.#feed();
        break;
      case "failed":
        this.#failed(message.stage, message.text, message.calls);
        break;
      case "over":
        this.#ended(worker, tooLong(message.where));
        break;
      case "channel":
        // A question the hub does not answer stays without one: that there is no such channel is not known.
        void this.#find(message.name).then(
          (channel) => answer({ id: message.id, channel, meant: channel ? undefined : meant(message.name) }),
          () => undefined,
        );
        break;
      case "alarm":
        void effects.alarm(message.alarm).then(
          (alarm) => answer({ id: message.id, alarm }),
          () => answer({ id: message.id, alarm: undefined }),
        );
        break;
      case "setAlarm":
        effects.setAlarm(message.alarm, message.on, message.text);
        break;
      case "write": {
        const channel = this.#channels.get(message.index);
        if (!channel?.writable) break;
        const value = handedOver(message.json);
        if (value === undefined) break;
        this.#report.writes += 1;
        effects.write(channel, value, message.cause);
        break;
      }
      case "log":
        effects.log(message.level, message.text);
        break;
      case "error":
        this.#callFailed(message.text, message.calls);
        break;
      case "failing":
        this.#troubles.failing(message.count);
        this.#options.effects.changed();
        break;
      case "keep": {
        const value = handedOver(message.json);
        if (value !== undefined) effects.keep(message.name, value);
        break;
      }
      case "cron":
        this.#addCron(message.id, message.pattern);
        break;
      case "uncron":
        this.#crons.get(message.id)?.();
        this.#crons.delete(message.id);
        break;
      case "http":
        void this.#http(worker, message.id, message.order);
        break;
      case "taken":
        this.#sending = false;
        this.#feed();
        break;
      case "figures":
        this.#report.figures = message.figures;
        break;
    }
  }

  async #find(name: string): Promise<ScriptChannel | undefined> {
    let found: ScriptChannel | undefined;
    await this.#options.channels([name], ([channel]) => {
      if (channel) found = this.#learn(channel);
    });
    return found;
  }

  #learn(channel: ScriptChannel): ScriptChannel {
    this.#channels.set(channel.index, channel);
    return channel;
  }

  #feed(): void {
    if (this.#sending || this.#pending.size === 0 || this.#report.state !== "running") return;
    const values = [...this.#pending.values()].slice(0, BATCH);
    for (const { n } of values) this.#pending.delete(n);
    this.#sending = true;
    this.#report.events += values.length;
    this.#tell({ t: "values", values });
  }

  #addCron(id: number, pattern: string): void {
    try {
      this.#crons.set(
        id,
        this.#options.effects.cron(pattern, () => this.#tell({ t: "fire", id })),
      );
    } catch (error) {
      this.#callFailed(error instanceof Error ? error.message : String(error));
    }
  }

  async #http(worker: Worker, id: number, order: HttpOrder): Promise<void> {
    const result = await this.#options.effects.http(order, this.#abort.signal).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    );
    if (this.#worker === worker) this.#tell({ t: "answer", id, ...result });
  }

  #tell(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }

  /** The script goes on after an error of one call. The log names the errors of a line once a minute. */
  #callFailed(text: string, calls: readonly ScriptCall[] = []): void {
    const found = germanProblem(text);
    const problem = { line: found.line, text: problemText(found) + callsText(calls) };
    this.#report.failures += 1;
    this.#troubles.failed();
    this.#note(problem.text);
    const said = this.#failures.pass(problem.line, problem.text);
    if (said !== undefined) this.#options.effects.log("error", said);
  }

  #failed(stage: "compile" | "run", text: string, calls: readonly ScriptCall[]): void {
    const worker = this.#worker;
    const problem = problemText(germanProblem(text)) + callsText(calls);
    if (stage === "run") {
      if (worker) this.#ended(worker, problem);
      return;
    }
    this.#release();
    void worker?.terminate();
    this.#note(problem);
    this.#set("broken");
    this.#options.effects.log("error", texts.notRunnable(problem));
  }

  /** By a limit or a crash: said once, and tried again after a pause. */
  #ended(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    void worker.terminate();
    this.#pause(why);
  }

  #pause(why: string): void {
    const { clock, effects, trial = false } = this.#options;
    if (this.#report.state === "ended") return;
    this.#release();
    this.#troubles.ended();
    this.#note(why);
    if (trial) {
      effects.log("error", why);
      this.#set("ended");
      return;
    }
    if (clock.monotonic() - this.#startedAt > STABLE) this.#backoff.reset();
    const pause = this.#backoff.next();
    this.#set("waiting");
    effects.log("error", texts.halted(why, Math.max(1, Math.round(pause / 1_000))));
    this.#enders.push(clock.after(pause, () => void this.start()));
  }

  #watch(worker: Worker, view: Int32Array): void {
    const { clock } = this.#options;
    let seen = -1;
    let since = clock.monotonic();
    const end = clock.every(WATCHDOG_EVERY, () => {
      const now = clock.monotonic();
      const turn = Atomics.load(view, 0);
      const starting = this.#report.figures === NO_FIGURES && turn === 0;
      if (turn !== seen || (turn % 2 === 0 && !starting)) {
        seen = turn;
        since = now;
        return;
      }
      if (now - since > (starting ? START_WITHIN : SCRIPT_LIMITS.hardTurnMs))
        this.#ended(worker, tooLong(""));
    });
    this.#enders.push(end);
  }

  #note(text: string): void {
    this.#report.error = text;
    this.#report.errorAt = this.#options.clock.now();
    this.#options.effects.changed();
  }

  #set(state: ScriptState): void {
    this.#report.state = state;
    this.#options.effects.changed();
  }

  /** Everything of the present worker; what still comes of it is ignored. */
  #release(): void {
    this.#worker = undefined;
    this.#abort.abort();
    for (const end of [...this.#enders, ...this.#crons.values()]) end();
    this.#enders = [];
    this.#crons.clear();
    this.#pending.clear();
    this.#sending = false;
    this.#report.figures = NO_FIGURES;
  }
}
