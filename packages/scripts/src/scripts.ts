/**
 * The scripts of a project, in a process of their own: for the hub a pod whose interfaces are the scripts and whose
 * channels are all of the project, of which only those that a script names are sent.
 *
 * `ask`: `report` {} → ScriptReport[]; `writers` {indexes} → the script that wrote each channel last, or null; `trial` {name, source,
 * seconds} begins one in place of the last; `look` {after} → what came of it; `stopTrial` {}.
 */
import { UnavailableError } from "@hubwart/core";
import { type AlarmsOfScripts, noSuchMethod, podFile, type ScriptAlarm } from "@hubwart/ipc";
import type { LuaValue } from "@hubwart/lua";
import type { Pod, PodContext, PodKind, PodWrite } from "@hubwart/runtime/pod";
import * as z from "zod/mini";
import { AlarmCalls } from "./alarm-calls.ts";
import { Channels, type Watch } from "./channels.ts";
import { startCron } from "./cron.ts";
import { LOOK_EVERY as FEEDING_LOOK_EVERY, Feeding } from "./feeding.ts";
import { scriptRequest } from "./http.ts";
import { Kept } from "./kept.ts";
import { Script, type ScriptEffects } from "./script.ts";
import { texts } from "./texts.ts";
import { Trial } from "./trial.ts";

const LOOK_EVERY = 30_000;
const trialOrder = z.object({ name: z.string(), source: z.string(), seconds: z.number() });
const writersOrder = z.object({ indexes: z.array(z.number()) });
const lookOrder = z.object({ after: z.number() });

class ScriptsPod implements Pod {
  readonly #context: PodContext;
  readonly #workerFile: string;
  readonly #channels: Channels;
  readonly #hosts: readonly string[];
  readonly #feeding: Feeding;
  readonly #alarms: AlarmCalls;
  #scripts: Script[] = [];
  #kept = new Map<string, Kept>();
  /** The script that wrote a channel last, by the channel's number. */
  readonly #writers = new Map<number, string>();
  #trial: Trial | undefined;

  constructor(context: PodContext, workerFile: string) {
    this.#context = context;
    this.#workerFile = workerFile;
    const { hosts } = context.load.params;
    this.#hosts = Array.isArray(hosts) ? hosts.filter((host) => typeof host === "string") : [];
    const watch: Watch = async (indexes) =>
      (await context.ask("watch", { indexes })) as Awaited<ReturnType<Watch>>;
    this.#channels = new Channels(context.load.channels, watch);
    this.#feeding = new Feeding(async (index) => (await context.ask("leads", { index })) as number[]);
    this.#alarms = new AlarmCalls({
      ask: async (asked) => (await context.ask("alarmSet", asked)) as AlarmsOfScripts["alarmSet"][1],
      clock: context.clock,
      log: context.log,
      scope: context.scope,
    });
    context.scope.add(() => this.#end());
  }

  async start(): Promise<void> {
    const { clock, load, log, scope } = this.#context;
    const sources = load.ifaces.map(({ id }) => ({
      name: id,
      source: podFile(load, id)?.toString("utf8") ?? "",
    }));
    for (const { name, source } of sources) {
      const kept = new Kept({ folder: load.folder ?? "", script: name, clock, log: log.module(name), scope });
      await kept.load();
      this.#kept.set(name, kept);
      const script: Script = new Script({
        name,
        source,
        workerFile: this.#workerFile,
        clock,
        channels: (names, take) => this.#channels.find(names, take),
        meant: this.#channels.guesses(),
        kept: () => kept.values,
        effects: this.#effects(name, kept, () => script),
      });
      this.#scripts.push(script);
    }
    // What was trouble may be past by now.
    scope.add(clock.every(LOOK_EVERY, () => this.#scripts.forEach((script) => script.tell())));
    scope.add(clock.every(FEEDING_LOOK_EVERY, () => void this.#lookForLoops()));
    // One after the other: each start costs a tenth of a second of a core.
    void (async () => {
      for (const script of this.#scripts) await script.start();
    })();
  }

  async write(writes: readonly PodWrite[]): Promise<void> {
    const running = this.#trial ? [...this.#scripts, this.#trial.script] : this.#scripts;
    for (const write of writes) {
      const { index, quality = 0, ts, value } = write;
      this.#channels.changed(index, value, quality, ts);
      for (const script of running) script.changed(index, (value ?? null) as LuaValue, quality, ts);
      this.#context.written(write);
    }
  }

  async ask(method: string, params: unknown): Promise<unknown> {
    switch (method) {
      case "report":
        return this.#scripts.map(({ report }) => report);
      case "writers":
        return z.parse(writersOrder, params).indexes.map((index) => this.#writers.get(index) ?? null);
      case "trial": {
        const { name, seconds, source } = z.parse(trialOrder, params);
        await this.#trial?.stop();
        const { clock } = this.#context;
        this.#trial = new Trial(
          {
            name,
            source,
            workerFile: this.#workerFile,
            clock,
            channels: (names, take) => this.#channels.find(names, take),
            meant: this.#channels.guesses(),
            kept: () => this.#kept.get(name)?.values ?? {},
            alarm: (id) => this.#lookAt(id),
          },
          seconds,
        );
        await this.#trial.start();
        return {};
      }
      case "look": {
        const { after } = z.parse(lookOrder, params);
        if (!this.#trial) throw new UnavailableError(texts.noTrial);
        return this.#trial.look(after);
      }
      case "stopTrial":
        await this.#trial?.stop();
        return {};
      default:
        throw noSuchMethod(method);
    }
  }

  #effects(name: string, kept: Kept, script: () => Script): ScriptEffects {
    const context = this.#context;
    const own = context.log.module(name);
    return {
      write: ({ index }, value, cause) => {
        this.#feeding.wrote(name, cause, index);
        this.#writers.set(index, name);
        context.emit(index, value);
      },
      log: (level, text) => own[level](text),
      keep: (variable, value) => kept.set(variable, value),
      alarm: (id) => this.#lookAt(id),
      setAlarm: (alarm, on, text) =>
        this.#alarms.say({ script: name, alarm, on, ...(text === undefined ? {} : { text }) }),
      http: (order, signal) => scriptRequest(order, this.#hosts, signal),
      cron: startCron,
      changed: () => {
        const { report, trouble } = script();
        const running = report.state === "running";
        context.connection(name, {
          state: running,
          active: running ? 1 : 0,
          ...(trouble === undefined ? {} : { error: trouble }),
        });
      },
    };
  }

  async #lookAt(alarm: string): Promise<ScriptAlarm> {
    return (await this.#context.ask("alarmLook", { alarm })) as ScriptAlarm;
  }

  async #lookForLoops(): Promise<void> {
    // A hub that does not answer just now is asked again after the next interval.
    const found = await this.#feeding.look().catch(() => undefined);
    if (!found) return;
    for (const script of this.#scripts) {
      const channel = found.get(script.report.name);
      script.feedsItself(channel === undefined ? undefined : this.#channels.name(channel));
    }
  }

  async #end(): Promise<void> {
    await Promise.all([...this.#scripts.map((script) => script.stop()), this.#trial?.stop()]);
  }
}

/** @param workerFile script of a worker's thread */
export function scriptsKind(workerFile: string): PodKind {
  return {
    schema: SCHEMA,
    untold: true,
    create: (context) => new ScriptsPod(context, workerFile),
  };
}

/** Not in the registry: a project has no pods of this type. */
const SCHEMA: PodKind["schema"] = {
  type: "lua",
  label: "Skripte",
  doc: "Scripts of the project.",
  ifaceColumns: {},
  channelColumns: {},
  directions: ["in", "out", "inout"],
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float", "string", "json"],
  defaultValueType: "float",
  maxIfaces: 16,
};
