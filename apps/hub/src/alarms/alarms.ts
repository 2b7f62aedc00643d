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
import type { Scope } from "@hubwart/core";
import { type AlarmCounts, type AlarmRequests, type AlarmsOfScripts, noSuchMethod } from "@hubwart/ipc";
import type { CompiledPod, CompiledProject } from "@hubwart/project/compiled";
import * as z from "zod/mini";
import type { ChannelTable } from "../channels/table.ts";
import { EMPTY_PROJECT } from "../empty-project.ts";
import { OwnProcess, type OwnProcessOptions } from "../own/process.ts";
import { SentChannels } from "../own/sent-channels.ts";
import { texts } from "../texts.ts";
import { questionOfScript } from "./of-scripts.ts";
import { orderOf, watchedChannels } from "./order.ts";

export interface AlarmsOptions extends OwnProcessOptions {
  /** `layout.alarms` */
  folder: string;
  /** `layout.alarmSettings` */
  settings: string;
  scope: Scope;
  /** Hands a message to the pod of a way; resolves when that has taken it. */
  tell: (way: string, message: AlarmMessage) => Promise<void>;
  /** Something about the alarms is other than before. */
  changed: (counts: AlarmCounts) => void;
}

const message = z.object({
  way: z.string().check(z.maxLength(300)),
  key: z.string().check(z.maxLength(100)),
  subject: z.string().check(z.maxLength(1_000)),
  text: z.string().check(z.maxLength(100_000)),
  to: z.optional(z.string().check(z.maxLength(500))),
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
/** Between two batches of values, ms: to take one over costs as much as dozens of values, and nobody sees so little. */
const PACE = 10;
const ASK_WITHIN = 10_000;
const TEST_WITHIN = 60_000;
const NOTHING: AlarmCounts = {
  priorities: [0, 0, 0, 0],
  unacked: 0,
  shelved: 0,
  suppressed: 0,
  maintenance: 0,
};

export class Alarms {
  readonly #options: AlarmsOptions;
  readonly #process: OwnProcess;
  readonly #watched = new SentChannels((...value) => this.#process.handle?.write(...value), "told");
  #watching = false;
  /** As last told. */
  #counts = NOTHING;
  #project: CompiledProject = EMPTY_PROJECT;

  constructor(options: AlarmsOptions) {
    this.#options = options;
    this.#process = new OwnProcess(options);
    options.scope.add(() => this.stop());
  }

  async load(project: CompiledProject, table: ChannelTable): Promise<void> {
    this.#project = project;
    this.#watched.load(table, watchedChannels(project));
    const order = orderOf(project);
    const essence = order && JSON.stringify(order);
    if (essence !== undefined && this.#process.essence === essence) return this.#watched.sendAll();
    await this.#end();
    if (order && essence !== undefined) {
      const pod = podOf(this.#watched.channels.map((channel) => table.names[channel] ?? ""));
      this.#begin(essence, order, pod);
    }
  }

  observe(channel: number): void {
    this.#watched.observe(channel);
  }

  async stop(): Promise<void> {
    this.#project = EMPTY_PROJECT;
    this.#watched.clear();
    await this.#end();
  }

  /** @throws UnavailableError while the process is away; NotFoundError, InvalidInputError as it refuses */
  async ask<M extends keyof AlarmRequests>(
    method: M,
    params: AlarmRequests[M][0],
  ): Promise<AlarmRequests[M][1]> {
    const nothing = this.#process.handle ? undefined : NOBODY_WATCHES[method];
    if (nothing) return nothing();
    const patience = {
      answer: method === "alarmTest" ? TEST_WITHIN : ASK_WITHIN,
      none: this.#project === EMPTY_PROJECT ? texts.noProject : texts.noAlarms,
      silent: texts.silent,
    };
    return (await this.#process.ask(method, params, patience)) as AlarmRequests[M][1];
  }

  /** As the process of the scripts asks it. @throws UnavailableError while those who keep the alarms are away */
  async askForScript(method: keyof AlarmsOfScripts, raw: unknown): Promise<unknown> {
    const { nothing, params } = questionOfScript(method, raw);
    // Not by the process, which may just start anew: what the project does not have is refused for good.
    if ((this.#project.alarms ?? []).length === 0) return nothing;
    return await this.#process.ask(method, params, { answer: ASK_WITHIN, none: texts.noAlarms });
  }

  /** Whether its process answers is part of what people see: what was last known may be old. */
  #lookAfter(): void {
    const watching = this.#process.handle?.report().running ?? false;
    if (watching === this.#watching) return;
    this.#watching = watching;
    this.#options.changed(this.#counts);
  }

  #begin(essence: string, order: Record<string, unknown>, pod: CompiledPod): void {
    const { folder, settings } = this.#options;
    this.#process.begin(
      {
        pod,
        params: { ...order, settings },
        handover: { folder },
        essence,
        pace: PACE,
        changed: () => this.#lookAfter(),
      },
      { online: () => this.#watched.sendAll(), answer: (method, asked) => this.#answer(method, asked) },
    );
  }

  async #end(): Promise<void> {
    const ran = await this.#process.end();
    this.#watching = false;
    this.#counts = NOTHING;
    if (ran) this.#options.changed(NOTHING);
  }

  /** `tell` {way, to, key, subject, text} → nothing, once it is taken over; `alarmsChanged` {counts}. */
  async #answer(method: string, params: unknown): Promise<unknown> {
    if (method === "tell") {
      const { way, ...rest } = z.parse(message, params);
      await this.#options.tell(way, rest);
      return {};
    }
    if (method !== "alarmsChanged") throw noSuchMethod(method);
    this.#counts = z.parse(news, params).counts;
    this.#options.changed(this.#counts);
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

/** What is so of a project without alarms. */
const NOBODY_WATCHES: { [M in keyof AlarmRequests]?: () => AlarmRequests[M][1] } = {
  // It is read when one starts.
  alarmSettings: () => ({}),
  alarmFindings: () => ({}),
  alarms: () => ({
    alarms: 0,
    counts: NOTHING,
    standing: [],
    total: 0,
    maintenance: [],
    classes: [],
    ofDevice: false,
  }),
  alarmNews: () => ({ last: 0, events: [], alarms: [], gone: [], unwritten: false }),
  alarmTally: () => ({
    alarms: 0,
    counts: NOTHING,
    standing: [],
    raised: [0, 0, 0, 0],
    acked: [0, 0, 0, 0],
    ackTime: [0, 0, 0, 0],
    messages: [],
  }),
};
