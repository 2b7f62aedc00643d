/**
 * The process `energy` as the hub sees it: a pod in all but name, which is given the values that meters read and gives what they consumed. Started when the
 * project has meters; what they consumed before is on its disk.
 *
 *     const energy = new Energy({ … });
 *     await energy.load(project, table);       // again with each project
 *     energy.observe(channel);
 *     await energy.ask("energy", {});
 *
 * Invariants: every update of a source is sent, in order; others cost one look. A process that fails never keeps a project from running, and one
 * that starts anew is told all values as they are.
 */
import type { Scope } from "@hubwart/core";
import type { EnergyRequests, Quality, ValueBatch } from "@hubwart/ipc";
import type { CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import { figureName, figuresOf } from "@hubwart/project/meters";
import type { ChannelTable } from "../channels/table.ts";
import { OwnProcess, type OwnProcessOptions } from "../own/process.ts";
import { SentChannels } from "../own/sent-channels.ts";
import type { PodHandle } from "../pods/pod-handle.ts";
import { processTrouble } from "../process-trouble.ts";
import { texts } from "../texts.ts";

export interface EnergyOptions extends OwnProcessOptions {
  /** `layout.energy` */
  folder: string;
  scope: Scope;
  /** A figure of a meter; `ts` in ms since the epoch. */
  update: (channel: number, value: unknown, quality: Quality, ts: number) => void;
}

/** Its id in the log. */
export const ENERGY_POD = "energy.main";
const PROCESS_TEXTS = { silent: texts.energySilent, crashes: texts.energyCrashes, off: texts.energyOff };
const PATIENCE = { answer: 20_000, none: texts.noMeters, silent: texts.silentMeters };

export class Energy {
  readonly #options: EnergyOptions;
  readonly #process: OwnProcess;
  /** Those that meters read. */
  readonly #sources = new SentChannels((...value) => this.#process.handle?.write(...value), "left out");
  /** Numbers of the figures, in the order of the process. */
  #figures: readonly number[] = [];
  /** Since when its process is wanted and not there; monotonic. */
  #awaySince: number | undefined;

  constructor(options: EnergyOptions) {
    this.#options = options;
    this.#process = new OwnProcess(options);
    options.scope.add(() => this.stop());
  }

  async load(project: CompiledProject, table: ChannelTable): Promise<void> {
    const { meters = [] } = project;
    const sources = sourcesOf(meters);
    this.#sources.load(table, sources);
    const figures = meters.flatMap((meter) => figuresOf(meter).map((figure) => figureName(meter.id, figure)));
    this.#figures = figures.flatMap((chan) => table.number(chan) ?? []);
    const essence = JSON.stringify(meters);
    if (this.#process.essence === essence) return this.#sources.sendAll();
    await this.#end();
    if (meters.length > 0) this.#begin(essence, { meters }, podOf(sources, figures));
  }

  observe(channel: number): void {
    this.#sources.observe(channel);
  }

  async stop(): Promise<void> {
    this.#sources.clear();
    this.#figures = [];
    await this.#end();
  }

  /** What keeps consumption from being stored, German; undefined while nothing does, and without meters. */
  get trouble(): string | undefined {
    const { handle } = this.#process;
    if (!handle) return undefined;
    const { crashes, ifaces, silent = false } = handle.report();
    const now = this.#options.clock.monotonic();
    return (
      processTrouble({ silent, crashes, awaySince: this.#awaySince, now }, PROCESS_TEXTS) ?? ifaces[0]?.error
    );
  }

  /** @throws UnavailableError while the process is away; NotFoundError, InvalidInputError as it refuses */
  async ask<M extends keyof EnergyRequests>(
    method: M,
    params: EnergyRequests[M][0],
  ): Promise<EnergyRequests[M][1]> {
    if (!this.#process.handle && method === "energy") {
      const nothing: EnergyRequests["energy"][1] = { zone: "", now: this.#options.clock.now(), meters: [] };
      return nothing;
    }
    return (await this.#process.ask(method, params, PATIENCE)) as EnergyRequests[M][1];
  }

  #begin(essence: string, params: Record<string, unknown>, pod: CompiledPod): void {
    const { folder } = this.#options;
    this.#process.begin(
      { pod, params, handover: { folder }, essence, changed: (handle) => this.#lookAfter(handle) },
      { values: (values) => this.#received(values), online: () => this.#sources.sendAll() },
    );
    if (this.#process.handle) this.#lookAfter(this.#process.handle);
  }

  async #end(): Promise<void> {
    this.#awaySince = undefined;
    await this.#process.end();
  }

  #lookAfter({ online }: PodHandle): void {
    this.#awaySince = online ? undefined : (this.#awaySince ?? this.#options.clock.monotonic());
  }

  #received({ n, q, t, v }: ValueBatch): void {
    n.forEach((local, at) => {
      const channel = this.#figures[local - this.#sources.channels.length];
      if (channel !== undefined) this.#options.update(channel, v[at], q?.[at] ?? 0, t[at] ?? 0);
    });
  }
}

/** Channels that meters read, and those of their prices and factors, each once. */
function sourcesOf(meters: NonNullable<CompiledProject["meters"]>): string[] {
  const found = new Set<string>();
  for (const { co2, cost, source } of meters) {
    found.add(source);
    for (const rate of [cost, co2]) if (typeof rate === "object") found.add(rate.chan);
  }
  return [...found];
}

function podOf(sources: readonly string[], figures: readonly string[]): CompiledPod {
  const channel = (dir: "in" | "out") => (chan: string) => ({
    chan,
    iface: "main",
    type: "float" as const,
    dir,
    config: {},
  });
  return {
    id: ENERGY_POD,
    type: "energy",
    name: "main",
    internal: true,
    ifaces: [{ id: "main", config: {} }],
    channels: [...sources.map(channel("out")), ...figures.map(channel("in"))],
  };
}
