/** Alarms of a project with a clock moved by hand, a disk that may refuse, and ways that may fail. */
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { CompiledAlarm, CompiledAlarmClass } from "@hubwart/project/compiled";
import type { Addressees } from "../addressees.ts";
import { ChangeSet } from "../change-set.ts";
import { Engine } from "../engine.ts";
import { type Change, emptyChange, type Kept } from "../journal.ts";
import { type ComposeFacts, compose, type Message } from "../message.ts";
import { AlarmProject, type SourceFacts } from "../project.ts";
import { Sender } from "../sender.ts";
import { Teller } from "../teller.ts";

export const alarm = (given: Partial<CompiledAlarm> = {}): CompiledAlarm => ({
  id: "a",
  source: "bus.x.temp",
  kind: "above",
  limits: [20],
  priority: 3,
  text: "{label} über {limit} {unit}",
  ack: "on",
  ...given,
});

/** What lies on the disk, as the journal would have it. */
export class FakeDisk {
  full = false;
  damaged = false;
  commits = 0;
  readonly events: Change["events"] = [];
  readonly #all = emptyChange();

  commit(change: Change): void {
    if (this.full) throw new Error("ENOSPC: no space left");
    if (this.damaged) throw new Error("database disk image is malformed");
    this.commits += 1;
    this.events.push(...change.events);
    for (const name of ["alarms", "shelves", "maintenance", "untold", "links"] as const)
      for (const [key, row] of change[name]) (this.#all[name] as Map<unknown, unknown>).set(key, row);
    Object.assign(this.#all.counters, change.counters);
  }

  /** Empty. */
  renew(): string {
    this.damaged = false;
    this.events.length = 0;
    for (const name of ["alarms", "shelves", "maintenance", "untold"] as const) this.#all[name].clear();
    this.#all.counters = {};
    return "damaged.db";
  }

  /** As a process that starts anew finds it. */
  get kept(): Kept {
    const rows = <T>(map: ReadonlyMap<unknown, T | undefined>) =>
      structuredClone([...map.values()].filter((row) => row !== undefined)) as T[];
    const { alarms, counters, links, maintenance, shelves, untold } = this.#all;
    return {
      alarms: rows(alarms),
      shelves: [...shelves]
        .flatMap(([id, row]) => (row ? [[id, row] as const] : []))
        .map(([id, row]) => [id, row]),
      maintenance: rows(maintenance),
      untold: rows(untold),
      links: rows(links),
      counters: { nr: 0, untold: 0, maintenance: 0, ...counters },
    };
  }
}

interface StageOptions {
  alarms: readonly CompiledAlarm[];
  classes?: readonly CompiledAlarmClass[];
  sources?: Record<string, SourceFacts>;
  disk?: FakeDisk;
  clock?: ManualClock;
  addressees?: Pick<Addressees, "wayOf" | "named">;
  /** How messages say that one may acknowledge. */
  acks?: (way: string) => ComposeFacts["ackBy"];
}

export function stage({
  acks = () => undefined,
  addressees = { wayOf: (way) => way, named: (way) => way },
  alarms,
  classes = [],
  clock = new ManualClock(),
  disk = new FakeDisk(),
  sources = {},
}: StageOptions) {
  const scope = new Scope();
  const sink = new MemoryLogSink();
  const log = createLogger("alarms.main", "alarms", sink);
  const channels = new Set<string>();
  for (const { enable, limits = [], source } of alarms) {
    channels.add(source);
    if (enable !== undefined) channels.add(enable);
    for (const term of limits) if (typeof term === "object") channels.add(term.chan);
  }
  const names = [...channels];
  const project = new AlarmProject({ name: "Haus", alarms, classes, sources }, names);
  const kept = disk.kept;
  const changes = new ChangeSet({
    journal: disk,
    clock,
    log,
    scope,
    stored: () => undefined,
    whole: (change) => {
      held.engine?.whole(change);
      teller.whole(change);
    },
  });
  const sent: { way: string; message: Message }[] = [];
  const failing = new Map<string, string>();
  /** Ways whose pod has the message at once and says so later, and how much later, ms. */
  const slow = new Map<string, number>();
  const held: { engine?: Engine; sender?: Sender } = {};
  const engineOf = () => held.engine as Engine;
  const teller = new Teller({
    project,
    engine: engineOf,
    changes,
    clock,
    scope,
    kept,
    addressees,
    wake: (way) => held.sender?.wake(way),
  });
  held.sender = new Sender({
    teller,
    compose: (way, lines) =>
      compose(lines, {
        ackBy: acks(way),
        plant: "Haus",
        action: (id) => engineOf().alarm(id)?.action,
        record: (id) => engineOf().record(id),
      }),
    tell: (way, message) => {
      const reason = failing.get(way);
      if (reason !== undefined) return Promise.reject(new Error(reason));
      sent.push({ way, message });
      return new Promise((resolve) => {
        const ms = slow.get(way);
        if (ms === undefined) resolve();
        else clock.after(ms, resolve);
      });
    },
    named: (way) => way,
    clock,
    scope,
    log,
  });
  held.engine = new Engine({
    project,
    kept,
    changes,
    clock,
    scope,
    touched: (record, id, before) => teller.touched(record, id, before),
  });
  const engine = held.engine;
  engine.begin();
  teller.begin(engine.records);

  const value = (chan: string, now: unknown, quality = 0, ts = clock.now()) =>
    engine.batch(() => engine.value(names.indexOf(chan), { value: now, quality }, ts));
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    changes,
    clock,
    disk,
    engine,
    failing,
    log: sink,
    project,
    sender: held.sender,
    sent,
    slow,
    teller,
    /** Without another name it is the source of the first alarm. */
    temp: (now: unknown, quality = 0, ts = clock.now()) => value(alarms[0]?.source ?? "", now, quality, ts),
    value,
    /** Time goes by, and what was asked meanwhile is answered. */
    pass: async (ms: number, step = 1_000) => {
      for (let left = ms; left > 0; left -= step) {
        clock.advance(Math.min(step, left));
        await settle();
      }
    },
    states: () => Object.fromEntries([...engine.records].map(({ id, state }) => [id, state])),
    happened: () => disk.events.map(({ id, what }) => `${what} ${id}`),
    /** The process ends and another one begins with what is on the disk. */
    again: async (next: Partial<StageOptions> = {}) => {
      await scope.end();
      return stage({ acks, addressees, alarms, classes, sources, clock, disk, ...next });
    },
  };
}
