/**
 * A stand-in for the runtime around a pod, for tests of pod types. It records what the pod reports.
 *
 *     const run = await startPod(kind, podLoad(kind.schema, [{ host: "127.0.0.1", port }], [
 *       { chan: "temp", dir: "in", type: "float", config: { topic: "t" } },
 *     ]));
 *     await run.until(() => run.last("temp")?.value === 21.5);
 *     await run.stop();
 *
 * `until` is answered by the pod's own reports, not by polling.
 */
import {
  type Clock,
  createLogger,
  type LogEntry,
  MemoryLogSink,
  type Overload,
  Scope,
  systemClock,
  UnavailableError,
  unreachable,
} from "@hubwart/core";
import type { PodLoad, Quality } from "@hubwart/ipc";
import type { Column, Columns, Direction, PodSchema, ValueType } from "@hubwart/project";
import { checkResult } from "@hubwart/runtime/methods";
import type { Pod, PodContext, PodKind } from "@hubwart/runtime/pod";
import * as z from "zod/mini";
import { podMethods } from "../methods.ts";

type Config = Record<string, string | number | boolean>;

export interface TestChannel {
  /** Last part of the channel's name. */
  chan: string;
  dir?: Direction;
  type?: ValueType;
  iface?: string;
  config?: Config;
}

/** A pod as the hub would hand it over: names completed, defaults of the schema filled in. */
export function podLoad(
  schema: PodSchema,
  ifaces: readonly (Config & { id?: string })[],
  channels: readonly TestChannel[],
): PodLoad {
  const id = `${schema.type}.test`;
  return {
    id,
    type: schema.type,
    ifaces: ifaces.map(({ id = "main", ...config }) => ({
      id,
      config: withDefaults(schema.ifaceColumns, config),
    })),
    channels: channels.map((channel) => {
      const config = withDefaults(schema.channelColumns, channel.config ?? {});
      return {
        chan: `${id}.${channel.chan}`,
        iface: channel.iface ?? "main",
        type: channel.type ?? schema.valueTypeOf?.(config) ?? schema.defaultValueType,
        dir: channel.dir ?? schema.defaultDirection,
        config,
      };
    }),
    params: {},
    files: {},
    secrets: {},
  };
}

function withDefaults(columns: Columns, given: Config): Config {
  const config: Config = {};
  for (const [name, column] of Object.entries(columns)) {
    const value = given[name] ?? defaultOf(column);
    if (value !== undefined) config[name] = value;
    else if (column.required) throw new Error(`the test leaves out the required column ${name}`);
  }
  for (const name of Object.keys(given)) {
    if (!(name in columns)) throw new Error(`there is no column ${name}`);
  }
  return config;
}

function defaultOf(column: Column): string | number | boolean | undefined {
  switch (column.kind) {
    case "text":
    case "int":
    case "float":
    case "flag":
    case "choice":
      return column.default;
    default:
      return unreachable(column);
  }
}

export interface Emitted {
  chan: string;
  value: unknown;
  quality: Quality;
  ts: number;
}
export interface Connection {
  iface: string;
  state: boolean;
  active?: number;
  port?: number;
  error?: string;
  overload?: Overload;
}
export interface Failure {
  chan: string;
  reason: string;
}

export class PodRun {
  readonly emitted: Emitted[] = [];
  readonly connections: Connection[] = [];
  readonly failures: Failure[] = [];
  /** Values that the other side acknowledged, in order. */
  readonly written: { chan: string; value: unknown }[] = [];
  /** Values that were given up, in order. They are in `failures` too. */
  readonly refused: Failure[] = [];
  /** Channels whose waiting value was replaced, in order. */
  readonly coalesced: string[] = [];
  /** What the pod asked the hub; `hub` answers. */
  readonly asked: { method: string; params: unknown }[] = [];
  hub: (method: string, params: unknown) => unknown = () => {
    throw new UnavailableError("Der Hub ist nicht verbunden.");
  };
  readonly context: PodContext;
  readonly pod: Pod;
  readonly #sink = new MemoryLogSink();
  readonly #scope = new Scope();
  readonly #load: PodLoad;
  #batches = 0;
  #waiting: { done: () => boolean; resolve: () => void }[] = [];

  constructor(kind: PodKind, load: PodLoad, clock: Clock = systemClock) {
    this.#load = load;
    this.context = {
      load,
      clock,
      scope: this.#scope,
      log: createLogger(`pod:${load.id}`, load.type, this.#sink, () => clock.now()),
      emit: (index, value, quality = 0, ts = clock.now()) => {
        this.emitted.push({ chan: this.#name(index), value, quality, ts });
        this.#changed();
      },
      connection: (iface, change) => {
        this.connections.push({ iface, ...change });
        this.#changed();
      },
      failed: (index, reason) => {
        this.failures.push({ chan: this.#name(index), reason });
        this.#changed();
      },
      written: ({ index, value }) => {
        this.written.push({ chan: this.#name(index), value });
        this.#changed();
      },
      refused: ({ index }, reason) => {
        const failure = { chan: this.#name(index), reason };
        this.failures.push(failure);
        this.refused.push(failure);
        this.#changed();
      },
      coalesced: (index) => {
        this.coalesced.push(this.#name(index));
      },
      ask: async (method, params) => {
        this.asked.push({ method, params });
        this.#changed();
        return this.hub(method, params);
      },
    };
    this.pod = kind.create(this.context);
  }

  get log(): readonly LogEntry[] {
    return this.#sink.entries;
  }

  /** Everything the pod said, for searching it for secrets. */
  get said(): string {
    return JSON.stringify([this.#sink.entries, this.connections, this.failures]);
  }

  /** The newest value of a channel (last part of its name). */
  last(chan: string): Emitted | undefined {
    return this.emitted.findLast((e) => e.chan === chan);
  }

  values(chan: string): unknown[] {
    return this.emitted.filter((e) => e.chan === chan).map((e) => e.value);
  }

  iface(id = "main"): Connection | undefined {
    return this.connections.findLast((c) => c.iface === id);
  }

  /** Writes values by channel name (last part), as one batch. */
  async write(values: Record<string, unknown>): Promise<void> {
    const ts = this.context.clock.now();
    this.#batches += 1;
    await this.pod.write(
      Object.entries(values).map(([chan, value]) => ({
        index: this.#index(chan),
        value,
        ts,
        seq: this.#batches,
      })),
    );
  }

  /** Asks the pod, as the hub would: params and result must fit the type's schemas. */
  async ask(method: string, params: Record<string, unknown>, signal = this.#scope.signal): Promise<unknown> {
    const { [method]: declared } = podMethods[this.#load.type] ?? {};
    if (!declared) throw new Error(`${this.#load.type} has no method ${method}`);
    const answer = await this.pod.ask?.(method, z.parse(declared.params, params), signal);
    return z.parse(declared.result, answer);
  }

  /** `read` of a channel (last part of its name). */
  read(chan: string): Promise<unknown> {
    return this.ask("read", { index: this.#index(chan) });
  }

  /** `check` of an interface: its steps as `state name: text`. */
  async check(iface = "main"): Promise<string[]> {
    const { steps } = z.parse(checkResult, await this.ask("check", { iface }));
    return steps.map(({ name, state, text }) => `${state} ${name}: ${text}`);
  }

  /** Resolves once the condition holds; it is looked at after every report of the pod. */
  async until(condition: () => boolean, ms = 20_000): Promise<void> {
    if (condition()) return;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ done: condition, resolve });
        timer = setTimeout(
          () => reject(new Error(`still not so: ${condition.toString()}; ${this.said}`)),
          ms,
        );
      });
    } finally {
      clearTimeout(timer);
    }
  }

  stop(): Promise<void> {
    return this.#scope.end();
  }

  #changed(): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = this.#waiting.filter(({ done, resolve }) => {
      if (!done()) return true;
      resolve();
      return false;
    });
  }

  #name(index: number): string {
    const channel = this.#load.channels[index];
    if (!channel) throw new Error(`the pod reported about channel ${index}, which it does not have`);
    return channel.chan.slice(this.#load.id.length + 1);
  }

  #index(chan: string): number {
    const index = this.#load.channels.findIndex((c) => c.chan === `${this.#load.id}.${chan}`);
    if (index < 0) throw new Error(`the pod has no channel ${chan}`);
    return index;
  }
}

export async function startPod(kind: PodKind, load: PodLoad, clock: Clock = systemClock): Promise<PodRun> {
  const run = new PodRun(kind, load, clock);
  await run.pod.start();
  return run;
}
