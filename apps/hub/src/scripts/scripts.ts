/**
 * The process `scripts` as the hub sees it: a pod in all but name, whose interfaces are the scripts and whose channels
 * are all of the project. Started when there are scripts, and for a trial.
 *
 *     const scripts = new Scripts({ … });
 *     await scripts.load(project, table);      // again with each project
 *     scripts.observe(channel);
 *     await scripts.stop();
 *
 * Invariants: only channels that a script asked for are sent, and one check per update is all that others cost. A write
 * of a script changes only what a person may write as well. Scripts that fail never keep a project from running.
 */
import path from "node:path";
import { errorText, InvalidInputError, type Scope, UnavailableError } from "@hubwart/core";
import {
  type AlarmsOfScripts,
  type HubPod,
  noSuchMethod,
  type ScriptReport,
  type ValueBatch,
} from "@hubwart/ipc";
import { mergedScripts, SCRIPT_LIMITS, ScriptStore } from "@hubwart/lua";
import type { CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import { figureName, figuresOf } from "@hubwart/project/meters";
import * as z from "zod/mini";
import { type Leads, leadsOf } from "../channels/leads.ts";
import { ChannelTable } from "../channels/table.ts";
import { EMPTY_PROJECT } from "../empty-project.ts";
import { OwnProcess, type OwnProcessOptions } from "../own/process.ts";
import { texts } from "../texts.ts";

export interface ScriptsOptions extends OwnProcessOptions {
  /** `layout.scripts` */
  folder: string;
  scope: Scope;
  /** Authorities (PEM) that scripts trust beside the usual ones. */
  authorities: () => readonly string[];
  /** A script writes. */
  write: (channel: number, value: unknown) => void;
  /** Asks those who keep the alarms. */
  askAlarms: (method: keyof AlarmsOfScripts, params: unknown) => Promise<unknown>;
  changed: () => void;
}

/** Its id in the log ("pod:lua.scripts") and in messages. */
export const SCRIPTS_POD = "lua.scripts";
const ASK_WITHIN = 10_000;
/** For somebody who only looks. */
const LOOK_WITHIN = 500;
/** Longer than any trial: its process ends when nobody can look any more. */
const AFTER_TRIAL = 15 * 60_000;
const led = z.object({ index: z.int() });
const MOST_LED = 1_000;
const watched = z.object({ indexes: z.array(z.int().check(z.minimum(0))).check(z.maxLength(1_000)) });

export class Scripts {
  readonly #options: ScriptsOptions;
  readonly #store: ScriptStore;
  readonly #process: OwnProcess;
  /** Of the process that runs, by name. */
  #sources: Readonly<Record<string, string>> = {};
  #cancelIdle: (() => void) | undefined;
  #table = new ChannelTable(EMPTY_PROJECT);
  #project: CompiledProject = EMPTY_PROJECT;
  #leads: Leads = leadsOf([]);
  /** 1 for channels that are sent. */
  #wanted = new Uint8Array(0);

  constructor(options: ScriptsOptions) {
    this.#options = options;
    this.#store = new ScriptStore(options.folder);
    this.#process = new OwnProcess(options);
    options.scope.add(() => this.stop());
  }

  /** undefined while nothing runs. */
  get pod(): HubPod | undefined {
    return this.#process.handle?.report();
  }

  async load(project: CompiledProject, table: ChannelTable): Promise<void> {
    this.#project = project;
    this.#leads = leadsOf(project.links);
    const essence = await this.#essence(project);
    const same = essence !== undefined && this.#process.essence === essence.text;
    const before = this.#table;
    const wanted = this.#wanted;
    this.#table = table;
    if (same) {
      // The same channels in the same order: constants and links may differ.
      this.#wanted = table.size === before.size ? wanted : new Uint8Array(table.size);
      return;
    }
    await this.#end();
    if (essence && Object.keys(essence.scripts).length > 0) this.#begin(essence);
  }

  observe(channel: number): void {
    if (this.#wanted[channel] !== 1) return;
    const { last, qualities, values } = this.#table;
    this.#process.handle?.write(channel, values[channel], qualities[channel] ?? 2, last[channel] ?? 0);
  }

  async stop(): Promise<void> {
    this.#project = EMPTY_PROJECT;
    await this.#end();
  }

  /** The scripts, and what they say of themselves within half a second. @param channel of which the writer is wanted */
  async look(channel: number): Promise<ScriptsLook | undefined> {
    const { handle } = this.#process;
    if (!handle) return undefined;
    const look = { sources: this.#sources, pod: handle.report() };
    if (!handle.online) return look;
    try {
      const [reports, writers] = await Promise.all([
        handle.ask("report", {}, LOOK_WITHIN),
        handle.ask("writers", { indexes: [channel] }, LOOK_WITHIN),
      ]);
      const [writer] = writers as (string | null)[];
      return { ...look, reports: reports as ScriptReport[], writer: writer ?? undefined };
    } catch {
      // That they do not answer is what one wants to know.
      return look;
    }
  }

  /** For a trial the process is started where there is none. */
  async ask(method: string, params: unknown): Promise<unknown> {
    if (!this.#process.handle && method === "trial") {
      if (this.#project === EMPTY_PROJECT) throw new UnavailableError(texts.noProject);
      const essence = await this.#essence(this.#project);
      if (essence) this.#begin(essence);
      this.#cancelIdle?.();
      this.#cancelIdle = this.#options.clock.after(AFTER_TRIAL, () => void this.#endIfIdle());
    }
    if (!this.#process.handle && method === "report") return [];
    const patience = { answer: ASK_WITHIN, start: ASK_WITHIN, none: texts.noScripts };
    return await this.#process.ask(method, params, patience);
  }

  /** One that was started for a trial only. */
  async #endIfIdle(): Promise<void> {
    if (this.#process.handle?.pod.ifaces.length === 0) await this.#end();
  }

  /** For the process that runs. */
  trustChanged(): void {
    this.#process.handle?.trustChanged();
  }

  async #essence(project: CompiledProject): Promise<Essence | undefined> {
    try {
      const active = await this.#store.active();
      const all = mergedScripts(project.scripts, active.scripts);
      const entries = Object.entries(all);
      if (entries.length > SCRIPT_LIMITS.scripts)
        this.#options.log.error(texts.tooManyScripts(entries.length, SCRIPT_LIMITS.scripts));
      const scripts = Object.fromEntries(entries.slice(0, SCRIPT_LIMITS.scripts));
      const pod = podOf(project, Object.keys(scripts));
      return {
        pod,
        scripts,
        hosts: active.hosts,
        text: JSON.stringify([scripts, active.hosts, pod.channels]),
      };
    } catch (error) {
      this.#options.log.error(texts.scriptsNotRun(errorText(error)));
      return undefined;
    }
  }

  #begin({ hosts, pod, scripts, text }: Essence): void {
    const { authorities, changed } = this.#options;
    this.#wanted = new Uint8Array(this.#table.size);
    this.#sources = scripts;
    const files = Object.fromEntries(
      Object.entries(scripts).map(([name, source]) => [name, Buffer.from(source, "utf8").toString("base64")]),
    );
    const handover = { files, folder: path.resolve(this.#store.keptFolder) };
    this.#process.begin(
      { pod, params: { hosts }, handover, essence: text, changed },
      {
        authorities,
        values: (values) => this.#received(values),
        // What it wants it asks for.
        online: () => this.#wanted.fill(0),
        answer: (method, params) => this.#answer(method, params),
      },
    );
  }

  async #end(): Promise<void> {
    this.#cancelIdle?.();
    this.#wanted = new Uint8Array(this.#table.size);
    if (await this.#process.end()) this.#options.changed();
  }

  /**
   * `watch` {indexes} → the newest value of each; from then on its changes are sent. `leads` {index} → channels that a value of
   * this one reaches over links. `alarmLook`, `alarmSet`: as `AlarmsOfScripts` has them.
   */
  #answer(method: string, params: unknown): unknown {
    if (method === "leads") {
      const asked = z.safeParse(led, params);
      const names = asked.success ? this.#leads(this.#table.names[asked.data.index] ?? "", MOST_LED) : [];
      return names.flatMap((name) => this.#table.number(name) ?? []);
    }
    if (method === "alarmLook" || method === "alarmSet") return this.#options.askAlarms(method, params);
    if (method !== "watch") throw noSuchMethod(method);
    const asked = z.safeParse(watched, params);
    if (!asked.success || asked.data.indexes.some((index) => index >= this.#table.size))
      throw new InvalidInputError([{ field: "indexes", message: texts.noSuchChannels }]);
    const { counts, last, qualities, values } = this.#table;
    return asked.data.indexes.map((index) => {
      this.#wanted[index] = 1;
      return {
        value: counts[index] ? (values[index] ?? null) : null,
        quality: qualities[index] ?? 2,
        ts: last[index] ?? 0,
      };
    });
  }

  #received({ n, v }: ValueBatch): void {
    n.forEach((channel, place) => {
      const direction = this.#table.directions[channel];
      if (direction === "out" || direction === "inout") this.#options.write(channel, v[place]);
    });
  }
}

export interface ScriptsLook {
  /** By name. */
  sources: Readonly<Record<string, string>>;
  /** Their process. */
  pod: HubPod;
  /** Absent while it does not answer. */
  reports?: ScriptReport[];
  writer?: string | undefined;
}

interface Essence {
  pod: CompiledPod;
  scripts: Record<string, string>;
  hosts: string[];
  text: string;
}

/** Channels in the order of `ChannelTable`, so that a number here is a number there. */
function podOf(project: CompiledProject, scripts: readonly string[]): CompiledPod {
  const own = project.pods.flatMap(({ channels }) =>
    channels.map(({ chan, dir, type }) => ({ chan, dir, type, iface: "", config: {} })),
  );
  const figures = (project.meters ?? []).flatMap((meter) =>
    figuresOf(meter).map((figure) => ({ chan: figureName(meter.id, figure), type: "float" as const })),
  );
  const fixed = [...project.constants, ...(project.schedules ?? []), ...figures].map(({ chan, type }) => ({
    chan,
    type,
    dir: "in" as const,
    iface: "",
    config: {},
  }));
  return {
    id: SCRIPTS_POD,
    type: "lua",
    name: "scripts",
    internal: true,
    ifaces: scripts.map((id) => ({ id, config: {} })),
    channels: [...own, ...fixed],
  };
}
