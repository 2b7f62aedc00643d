/**
 * A process of the hub's own, a pod in all but name: started when the project has something for it, and anew when that is other than
 * before. One that fails never keeps a project from running.
 */
import type { ChildProcess } from "node:child_process";
import { type Clock, type LogEntry, type Logger, type Pulse, Scope, UnavailableError } from "@hubwart/core";
import { noSuchMethod } from "@hubwart/ipc";
import type { CompiledPod } from "@hubwart/project/compiled";
import { type PodEnvironment, PodHandle } from "../pods/pod-handle.ts";
import type { PodHandedOver } from "../pods/pod-load.ts";

export interface OwnProcessOptions {
  clock: Clock;
  pulse: Pulse;
  log: Logger;
  fork: () => ChildProcess;
  restartDelayMax: number;
  entries: (pod: string, entries: LogEntry[]) => void;
}

export interface OwnPod {
  pod: CompiledPod;
  params: Record<string, unknown>;
  handover: Pick<PodHandedOver, "folder"> & Partial<PodHandedOver>;
  /** What would make it start anew. */
  essence: string;
  /** Least time between two batches of values to it, ms; without it each turn may send one. */
  pace?: number;
  changed: (handle: PodHandle) => void;
}

type OwnHooks = Partial<Pick<PodEnvironment, "answer" | "authorities" | "online" | "values">>;

export interface Patience {
  /** ms */
  answer: number;
  /** For one that was just started, or starts anew, ms. */
  start?: number;
  /** What is said where none runs, German. */
  none: string;
  /** What is said of one that is known to be silent, at once instead of after a long wait; without it, it is asked. */
  silent?: string;
}

const LOOK_EVERY = 50;
const START_WITHIN = 5_000;

export class OwnProcess {
  readonly #options: OwnProcessOptions;
  #running: { handle: PodHandle; scope: Scope; essence: string } | undefined;

  constructor(options: OwnProcessOptions) {
    this.#options = options;
  }

  get handle(): PodHandle | undefined {
    return this.#running?.handle;
  }

  get essence(): string | undefined {
    return this.#running?.essence;
  }

  begin({ changed, essence, handover, pace = 0, params, pod }: OwnPod, hooks: OwnHooks): void {
    const { clock, entries, fork, log, pulse, restartDelayMax } = this.#options;
    const scope = new Scope();
    const setting = { internal: true, params };
    const handle: PodHandle = new PodHandle(
      pod,
      setting,
      {
        clock,
        pulse,
        log,
        fork,
        restartDelayMax,
        own: { pace },
        authorities: () => [],
        values: () => undefined,
        online: () => undefined,
        refusals: () => undefined,
        lost: () => undefined,
        entries: (list) => entries(pod.id, list),
        answer: (method) => {
          throw noSuchMethod(method);
        },
        ...hooks,
        changed: () => changed(handle),
      },
      scope,
    );
    this.#running = { handle, scope, essence };
    handle.start(setting, { files: {}, secrets: {}, ...handover });
  }

  /** @returns whether one ran */
  async end(): Promise<boolean> {
    const running = this.#running;
    this.#running = undefined;
    await running?.scope.end();
    return running !== undefined;
  }

  /** @throws UnavailableError while the process is away, silent or none; else as it refuses */
  async ask(
    method: string,
    params: unknown,
    { answer, none, silent, start = START_WITHIN }: Patience,
  ): Promise<unknown> {
    const { handle } = this;
    if (!handle) throw new UnavailableError(none);
    await this.#untilOnline(handle, start);
    if (silent !== undefined && handle.report().silent) throw new UnavailableError(silent);
    return await handle.ask(method, params, answer);
  }

  /** Resolves when it is there, `ms` are over, or nobody cares any more. */
  async #untilOnline(handle: PodHandle, ms: number): Promise<void> {
    const { clock } = this.#options;
    const until = clock.monotonic() + ms;
    while (!handle.online && this.handle === handle && clock.monotonic() < until)
      await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
  }
}
