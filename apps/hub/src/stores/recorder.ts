/**
 * The recorder's process as the hub sees it: started when something is to be recorded, restarted when it
 * falls, fed in batches.
 *
 *     const recorder = new Recorder({ start: () => fork(…), clock, scope, log });
 *     recorder.names(table.names);
 *     recorder.add(channel, value, quality);
 *     await recorder.ask("chart", { channels, from, to, points });
 *
 * Invariants: values wait while the process is away, up to a bound; what is beyond it is counted and said. A
 * slow recorder never holds up the hub.
 */
import type { ChildProcess } from "node:child_process";
import { type Clock, type Logger, type Pulse, type Scope, Supervisor, UnavailableError } from "@hubwart/core";
import { errorFromWire } from "@hubwart/ipc";
import { processTrouble } from "../process-trouble.ts";
import { texts } from "../texts.ts";
import type {
  HubToRecorder,
  RecordedBatch,
  RecorderQuestion,
  RecorderRequestName,
  RecorderRequests,
  RecorderToHub,
} from "./recorder-messages.ts";

export interface RecorderOptions {
  start: () => ChildProcess;
  clock: Clock;
  pulse: Pulse;
  scope: Scope;
  log: Logger;
  /** `trouble` may be another. */
  changed: () => void;
}

const BATCH_EVERY = 250;
/** Values that wait for the process. */
const MOST_WAITING = 100_000;
const ANSWER_WITHIN = 30_000;
/** Of a year the figures are made anew, day by day. */
const CORRECTED_WITHIN = 120_000;
const MOST_QUESTIONS = 20;
const COMPLAIN_EVERY = 60_000;
/** Lost values are told for a while, ms. */
const DROP_TOLD = 10 * 60_000;
const RECORDER_TEXTS = {
  silent: texts.recorderSilent,
  crashes: texts.recorderCrashes,
  off: texts.recorderOff,
};

interface Asked {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  cancel: () => void;
}

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #supervisor: Supervisor;
  readonly #asked = new Map<number, Asked>();
  #wanted = false;
  #names: readonly string[] = [];
  #batch: RecordedBatch = { c: [], t: [], v: [], q: [] };
  #ready = false;
  /** Why values do not reach the disk. */
  #disk: string | undefined;
  /** Since when it is wanted and not there; monotonic. */
  #awaySince: number | undefined;
  #droppedAt = Number.NEGATIVE_INFINITY;
  /** Batches handed to the channel that the system has not taken yet. */
  #unsent = 0;
  #dropped = 0;
  #nextId = 1;
  #lastExit = 0;

  constructor(options: RecorderOptions) {
    const { changed, clock, pulse, scope } = options;
    this.#options = options;
    this.#supervisor = new Supervisor({
      start: () => this.#spawn(),
      quit: (child) => this.#quit(child),
      clock,
      pulse,
      scope,
      onChange: () => {
        this.#notice();
        changed();
      },
    });
    scope.add(clock.every(BATCH_EVERY, () => this.#flush()));
    scope.add(clock.every(COMPLAIN_EVERY, () => this.#complain()));
  }

  get running(): boolean {
    return this.#supervisor.pid > 0;
  }

  start(): void {
    this.#wanted = true;
    this.#supervisor.start();
  }

  /** What keeps it from recording, German; undefined while it does, or has nothing to record. */
  get trouble(): string | undefined {
    const now = this.#options.clock.monotonic();
    const { crashes, silent } = this.#supervisor;
    const look = { silent, crashes, awaySince: this.#awaySince, now };
    const trouble = processTrouble(look, RECORDER_TEXTS) ?? this.#disk;
    if (trouble !== undefined) return trouble;
    if (now - this.#droppedAt < DROP_TOLD) return texts.recorderSlow;
    return undefined;
  }

  /** Another authority is trusted, or one less. */
  trustChanged(): void {
    if (this.#ready) this.#send({ t: "trust" });
  }

  /** Another amount of history is to be kept. */
  keepChanged(): void {
    if (this.#ready) this.#send({ t: "keep" });
  }

  /** Channels are numbered anew; what was added before keeps its old names. */
  names(names: readonly string[]): void {
    this.#flush();
    // What could not be handed over would get wrong names.
    this.#dropped += this.#batch.c.length;
    this.#batch = { c: [], t: [], v: [], q: [] };
    this.#names = names;
    if (this.#ready) this.#send({ t: "names", names: [...names] });
  }

  add(channel: number, value: unknown, quality: number): void {
    const { c, q, t, v } = this.#batch;
    if (c.length >= MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    c.push(channel);
    t.push(this.#options.clock.now());
    v.push(value);
    q.push(quality);
  }

  /** @throws UnavailableError while the process is away or takes too long; what it refuses with */
  ask<M extends RecorderRequestName>(
    method: M,
    params: RecorderRequests[M][0],
  ): Promise<RecorderRequests[M][1]> {
    if (!this.#ready || this.#asked.size >= MOST_QUESTIONS)
      return Promise.reject(new UnavailableError(texts.recorderAway));
    return new Promise((resolve, reject) => {
      const id = this.#nextId;
      this.#nextId += 1;
      const within = method === "chart" ? ANSWER_WITHIN : CORRECTED_WITHIN;
      const cancel = this.#options.clock.after(within, () => this.#fail(id));
      this.#asked.set(id, {
        resolve: (result) => resolve(result as RecorderRequests[M][1]),
        reject,
        cancel,
      });
      this.#send({ t: "ask", id, ...({ method, params } as RecorderQuestion) });
    });
  }

  #spawn(): ChildProcess {
    const child = this.#options.start();
    child.on("message", (message: RecorderToHub) => {
      this.#supervisor.heard();
      this.#received(message);
    });
    child.once("exit", () => {
      this.#ready = false;
      this.#disk = undefined;
      this.#unsent = 0;
      for (const id of this.#asked.keys()) this.#fail(id);
    });
    return child;
  }

  #notice(): void {
    const { exit } = this.#supervisor;
    if (!exit || exit.at === this.#lastExit) return;
    this.#lastExit = exit.at;
    const how = exit.hung ? texts.hungBefore : (exit.signal ?? `Code ${exit.code ?? "?"}`);
    this.#options.log.warn(texts.recorderEnded(how));
  }

  /** What waits goes along: a signal would overtake it. */
  #quit(child: ChildProcess): void {
    if (!this.#ready || !child.connected) {
      child.kill("SIGTERM");
      return;
    }
    this.#send({ t: "rows", rows: this.#batch });
    this.#send({ t: "stop" });
  }

  #received(message: RecorderToHub): void {
    switch (message.t) {
      case "beat":
        break;
      case "ready":
        this.#ready = true;
        this.#send({ t: "names", names: [...this.#names] });
        break;
      case "answer":
        this.#settled(message.id)?.resolve(message.result);
        break;
      case "failed":
        this.#refused(message);
        break;
      case "trouble":
        this.#disk = message.text;
        break;
      case "log":
        this.#options.log[message.entry.level](message.entry.msg);
        break;
    }
  }

  #refused({ defect, error, id }: Extract<RecorderToHub, { t: "failed" }>): void {
    const asked = this.#settled(id);
    if (defect === undefined) return asked?.reject(errorFromWire(error));
    this.#options.log.error(`${texts.recordedUnreadable} ${defect}`);
    asked?.reject(new UnavailableError(texts.recordedUnreadable));
  }

  #settled(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    asked?.cancel();
    return asked;
  }

  #fail(id: number): void {
    this.#settled(id)?.reject(new UnavailableError(texts.recorderAway));
  }

  #look(): void {
    const away = this.#wanted && !this.#ready;
    this.#awaySince = away ? (this.#awaySince ?? this.#options.clock.monotonic()) : undefined;
  }

  #flush(): void {
    this.#look();
    // A process that does not read leaves the values here, where they are bounded.
    if (this.#batch.c.length === 0 || !this.#ready || this.#unsent > 0) return;
    const rows = this.#batch;
    this.#batch = { c: [], t: [], v: [], q: [] };
    this.#send({ t: "rows", rows });
  }

  #send(message: HubToRecorder): void {
    const { child } = this.#supervisor;
    if (!child?.connected) return;
    this.#unsent += 1;
    child.send(message, () => {
      this.#unsent = Math.max(0, this.#unsent - 1);
    });
  }

  #complain(): void {
    if (this.#dropped === 0) return;
    this.#options.log.warn(texts.notRecorded(this.#dropped));
    this.#droppedAt = this.#options.clock.monotonic();
    this.#dropped = 0;
  }
}
