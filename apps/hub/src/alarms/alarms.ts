/**
 * The process `alarms` as the hub sees it: a pod in all but name, whose channels are those that alarms look at. Started when the
 * project has alarms; what stood before it is on its disk.
 *
 *     const alarms = new Alarms({ … });
 *     await alarms.load(project, table);       // again with each project
 *     alarms.observe(channel);
 *     await alarms.ask("alarms", { limit: 50 });
 *
 * Invariants: every update of a watched channel is sent, in order; others cost one look. A process that fails never keeps a project
 * from running, and one that starts anew is told all values as they are.
 */
import type { ChildProcess } from "node:child_process";
import { type Clock, type LogEntry, type Logger, type Pulse, Scope, UnavailableError } from "@hubwart/core";
import { type AlarmCounts, type AlarmRequests, noSuchMethod } from "@hubwart/ipc";
import type { CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import * as z from "zod/mini";
import { ChannelTable } from "../channels/table.ts";
import { EMPTY_PROJECT } from "../empty-project.ts";
import { PodHandle } from "../pods/pod-handle.ts";
import { untilOnline } from "../pods/until-online.ts";
import { texts } from "../texts.ts";
import { orderOf, watchedChannels } from "./order.ts";

export interface AlarmsOptions {
  /** `layout.alarms` */
  folder: string;
  clock: Clock;
  pulse: Pulse;
  log: Logger;
  scope: Scope;
  fork: () => ChildProcess;
  restartDelayMax: number;
  /** Hands a message to the pod of a way; resolves when that has taken it. */
  tell: (way: string, message: AlarmMessage) => Promise<void>;
  entries: (pod: string, entries: LogEntry[]) => void;
  /** Something about the alarms is other than before. */
  changed: (counts: AlarmCounts) => void;
}

const message = z.object({
  way: z.string().check(z.maxLength(300)),
  key: z.string().check(z.maxLength(100)),
  subject: z.string().check(z.maxLength(1_000)),
  text: z.string().check(z.maxLength(100_000)),
});
export type AlarmMessage = Omit<z.output<typeof message>, "way">;
const count = z.int().check(z.minimum(0));
const news = z.object({
  counts: z.object({
    priorities: z.tuple([count, count, count, count]),
    unacked: count,
    shelved: count,
    suppressed: count,
    maintenance: count,
  }),
});

/** Its id in the log. */
export const ALARMS_POD = "alarms.main";
const ASK_WITHIN = 10_000;
/** A process that was just started, or starts anew. */
const START_WITHIN = 5_000;
const TEST_WITHIN = 60_000;
const NOTHING: AlarmCounts = {
  priorities: [0, 0, 0, 0],
  unacked: 0,
  shelved: 0,
  suppressed: 0,
  maintenance: 0,
};

interface Running {
  handle: PodHandle;
  scope: Scope;
  /** What would make it start anew. */
  essence: string;
}

export class Alarms {
  readonly #options: AlarmsOptions;
  #running: Running | undefined;
  #table = new ChannelTable(EMPTY_PROJECT);
  #project: CompiledProject = EMPTY_PROJECT;
  /** Number of a channel in the process, from 1 on; 0 for those that nobody watches. */
  #locals = new Int32Array(0);
  #watched: readonly number[] = [];

  constructor(options: AlarmsOptions) {
    this.#options = options;
    options.scope.add(() => this.stop());
  }

  async load(project: CompiledProject, table: ChannelTable): Promise<void> {
    this.#project = project;
    this.#table = table;
    const watched = watchedChannels(project).flatMap((chan) => table.number(chan) ?? []);
    this.#watched = watched;
    this.#locals = new Int32Array(table.size);
    watched.forEach((channel, local) => {
      this.#locals[channel] = local + 1;
    });
    const order = orderOf(project);
    const essence = order && JSON.stringify(order);
    if (essence !== undefined && this.#running?.essence === essence) return this.#sendAll();
    await this.#end();
    if (order && essence !== undefined) this.#begin(essence, order);
  }

  observe(channel: number): void {
    const local = (this.#locals[channel] ?? 0) - 1;
    if (local >= 0) this.#send(channel, local);
  }

  async stop(): Promise<void> {
    this.#project = EMPTY_PROJECT;
    this.#watched = [];
    this.#locals = new Int32Array(this.#table.size);
    await this.#end();
  }

  /** @throws UnavailableError while the process is away; NotFoundError, InvalidInputError as it refuses */
  async ask<M extends keyof AlarmRequests>(
    method: M,
    params: AlarmRequests[M][0],
  ): Promise<AlarmRequests[M][1]> {
    const handle = this.#running?.handle;
    if (!handle) {
      if (method === "alarms") return noAlarms();
      throw new UnavailableError(this.#project === EMPTY_PROJECT ? texts.noProject : texts.noAlarms);
    }
    const { clock } = this.#options;
    await untilOnline(handle, clock, START_WITHIN, () => this.#running?.handle === handle);
    const within = method === "alarmTest" ? TEST_WITHIN : ASK_WITHIN;
    return (await handle.ask(method, params, within)) as AlarmRequests[M][1];
  }

  #begin(essence: string, params: Record<string, unknown>): void {
    const { clock, entries, fork, folder, log, pulse, restartDelayMax } = this.#options;
    const scope = new Scope();
    const pod = podOf(this.#watched.map((channel) => this.#table.names[channel] ?? ""));
    const handle = new PodHandle(
      pod,
      { internal: true, params },
      {
        clock,
        pulse,
        log,
        fork,
        restartDelayMax,
        authorities: () => [],
        changed: () => undefined,
        values: () => undefined,
        online: () => this.#sendAll(),
        refusals: () => undefined,
        lost: () => undefined,
        entries: (list) => entries(pod.id, list),
        answer: (method, asked) => this.#answer(method, asked),
      },
      scope,
    );
    this.#running = { handle, scope, essence };
    handle.start({ internal: true, params }, { files: {}, secrets: {}, folder });
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.scope.end();
    if (running) this.#options.changed(NOTHING);
  }

  #sendAll(): void {
    this.#watched.forEach((channel, local) => this.#send(channel, local));
  }

  #send(channel: number, local: number): void {
    const { counts, last, qualities, values } = this.#table;
    const known = counts[channel] ?? 0;
    this.#running?.handle.write(
      local,
      known > 0 ? (values[channel] ?? null) : null,
      qualities[channel] ?? 2,
      known > 0 ? (last[channel] ?? 0) : 0,
    );
  }

  /** `tell` {way, key, subject, text} → nothing, once it is taken over; `alarmsChanged` {counts}. */
  async #answer(method: string, params: unknown): Promise<unknown> {
    if (method === "tell") {
      const { way, ...rest } = z.parse(message, params);
      await this.#options.tell(way, rest);
      return {};
    }
    if (method !== "alarmsChanged") throw noSuchMethod(method);
    this.#options.changed(z.parse(news, params).counts);
    return {};
  }
}

function podOf(channels: readonly string[]): CompiledPod {
  return {
    id: ALARMS_POD,
    type: "alarms",
    name: "main",
    internal: true,
    ifaces: [{ id: "main", config: {} }],
    channels: channels.map((chan) => ({ chan, iface: "main", type: "json", dir: "out", config: {} })),
  };
}

const noAlarms = (): AlarmRequests["alarms"][1] => ({
  alarms: 0,
  counts: NOTHING,
  standing: [],
  total: 0,
  maintenance: [],
  classes: [],
});
