/**
 * The alarms of a project: judged value by value, and written down.
 *
 *     const engine = new Engine({ project, kept, changes, clock, scope, … });
 *     engine.begin();
 *     engine.batch(() => engine.value(index, { value, quality }, ts));
 *     engine.ack([17], "Anna");
 *
 * Invariants: the state in memory is what the disk has plus what `changes` still holds. An alarm has one number from its coming to
 * its end. A suppressed alarm is followed like any other, but nobody is told of it, and one that was never heard leaves nothing to
 * acknowledge.
 */
import { type Clock, InvalidInputError, NotFoundError, type Scope } from "@hubwart/core";
import type { AlarmEventKind, Maintenance, Shelving } from "@hubwart/ipc";
import type { CompiledAlarm } from "@hubwart/project/compiled";
import type { ChangeSet } from "./change-set.ts";
import type { Sample } from "./condition.ts";
import { fillText } from "./fill-text.ts";
import { findingOf } from "./finding-alarm.ts";
import type { Change, Kept } from "./journal.ts";
import { keptValue } from "./kept-value.ts";
import { Out } from "./out.ts";
import { Parents } from "./parents.ts";
import type { AlarmProject } from "./project.ts";
import type { AlarmRecord } from "./record.ts";
import { type Input, isActive, next } from "./states.ts";
import { texts } from "./texts.ts";
import { WatchList } from "./watch-list.ts";
import { Watched, type WatchedHost } from "./watched.ts";

export interface EngineOptions {
  project: AlarmProject;
  kept: Kept;
  changes: ChangeSet;
  clock: Clock;
  scope: Scope;
  /** Something about an alarm is other than before: who is to be told may be another. */
  touched: (record: AlarmRecord | undefined, id: string, before: AlarmRecord | undefined) => void;
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #host: WatchedHost;
  readonly #watched = new Map<string, Watched>();
  readonly #parents: Parents;
  readonly #records = new Map<string, AlarmRecord>();
  readonly #list: WatchList;
  readonly out: Out;
  #nr: number;
  #inBatch = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { changes, clock, kept, project, scope } = options;
    this.#list = new WatchList(project);
    this.#parents = new Parents({
      clock,
      scope,
      look: (child) => this.#look(child),
      looked: () => void this.flush(),
    });
    this.#nr = kept.counters.nr;
    for (const record of kept.alarms) this.#records.set(record.id, record);
    this.out = new Out({
      kept,
      changes,
      clock,
      scope,
      inScope: (text, alarm) => project.inScope(text, alarm),
      changed: (ids) => this.#outChanged(ids),
      note: (what, id, facts) => this.#note(what, id, facts),
    });
    this.#host = {
      clock,
      sampleOf: ({ source }) => this.#list.sample(source),
      limitsOf: (alarm) => this.#list.limitsOf(alarm),
      turned: (alarm, on) => {
        this.#turned(alarm, on);
        if (!this.#inBatch) this.flush();
      },
    };
    for (const alarm of project.alarms) if (alarm.kind !== "device") this.#add(alarm);
    for (const { id } of kept.alarms) {
      const alarm = findingOf(id, project.alarms);
      if (alarm) this.#add(alarm);
    }
    scope.add(() => {
      for (const watched of this.#watched.values()) watched.end();
    });
  }

  /** What was found on the disk and is no longer so is settled; first of all, once others may ask for alarms. */
  begin(): void {
    this.#closeOrphans();
    this.#reconsider();
    this.flush();
  }

  get records(): Iterable<AlarmRecord> {
    return this.#records.values();
  }

  alarm(id: string): CompiledAlarm | undefined {
    return this.#watched.get(id)?.alarm;
  }

  record(id: string): AlarmRecord | undefined {
    return this.#records.get(id);
  }

  /** One of the device's findings is an alarm from now on. */
  adopt(alarm: CompiledAlarm): Watched | undefined {
    if (!this.#watched.has(alarm.id)) this.#add(alarm);
    return this.#watched.get(alarm.id);
  }

  watched(id: string): Watched | undefined {
    return this.#watched.get(id);
  }

  /** What the source of an alarm says now. */
  sample(id: string): Sample | undefined {
    const alarm = this.alarm(id);
    return alarm && this.#list.sample(alarm.source);
  }

  /** Values that came together: what comes of them is written down once. @returns whether the disk took it */
  batch(work: () => void): boolean {
    this.#inBatch = true;
    try {
      work();
    } finally {
      this.#inBatch = false;
    }
    return this.flush();
  }

  /** A value came, or its quality is another. `ts`: ms since the epoch; 0 where there never was one. */
  value(channel: number, sample: Sample, ts: number): void {
    this.#list.value(channel, sample, ts, (id) => this.#look(id));
  }

  /** Writes down what came of the values. @returns whether the disk took it */
  flush(): boolean {
    return this.#options.changes.flush();
  }

  /** @returns the numbers of those that needed it */
  ack(nrs: readonly number[] | "all", by: string): number[] {
    return this.#act("ack", nrs, by);
  }

  reset(nrs: readonly number[] | "all", by: string): number[] {
    return this.#act("reset", nrs, by);
  }

  shelve(nrs: readonly number[], shelving: Shelving): number[] {
    const records = this.#numbered(nrs);
    this.out.shelve(
      records.map(({ id }) => id),
      shelving,
    );
    this.flush();
    return records.map(({ nr }) => nr);
  }

  /** @param ids of alarms that do not stand */
  unshelve(nrs: readonly number[] | "all", by: string, ids: readonly string[] = []): number[] {
    const records = this.#numbered(nrs).filter(({ id }) => this.out.shelved(id));
    for (const id of [...records.map((record) => record.id), ...ids]) this.out.unshelve(id, by);
    this.flush();
    return records.map(({ nr }) => nr);
  }

  comment(nr: number, by: string, text: string): void {
    const [record] = this.#numbered([nr]);
    if (!record) throw new NotFoundError(texts.noSuchAlarm);
    this.#keep({ ...record, comment: { at: this.#options.clock.now(), by, text } }, record);
    this.#note("commented", record.id, { by, why: text });
    this.flush();
  }

  maintain(order: Omit<Maintenance, "nr" | "since">): Maintenance {
    const { alarms } = this.#options.project;
    if (!alarms.some((alarm) => this.#options.project.inScope(order.scope, alarm)))
      throw new InvalidInputError([
        { field: "scope", message: `${texts.noSuchScope(order.scope)} ${texts.scopeAllowed}` },
      ]);
    const maintenance = this.out.maintain(order, alarms);
    this.flush();
    return maintenance;
  }

  endMaintenance(nr: number, by: string): void {
    if (!this.out.endMaintenance(nr, by)) throw new NotFoundError(texts.noSuchMaintenance);
    this.flush();
  }

  /** It counts and may be told: neither suppressed nor shelved, and nobody works there. */
  audible(record: AlarmRecord): boolean {
    const alarm = this.alarm(record.id);
    return !record.suppressed && !this.out.shelved(record.id) && !(alarm && this.out.maintenance(alarm));
  }

  /** Somebody was told; that alone makes nothing to tell. It is written down by the next `flush`. */
  told(record: AlarmRecord): void {
    this.#records.set(record.id, record);
    this.#options.changes.now.alarms.set(record.id, record);
  }

  /** All that stands, for a journal that begins anew. */
  whole(change: Change): void {
    for (const record of this.#records.values()) change.alarms.set(record.id, record);
    change.counters.nr = this.#nr;
    this.out.whole(change);
  }

  #add(alarm: CompiledAlarm): void {
    const { id } = alarm;
    const record = this.#records.get(id);
    const watched = new Watched(alarm, this.#host, record !== undefined && isActive(record.state));
    this.#watched.set(id, watched);
    this.#parents.add(alarm);
    this.out.join(alarm);
    this.#list.add(alarm, watched);
  }

  #turned(alarm: CompiledAlarm, on: boolean): void {
    const before = this.#records.get(alarm.id);
    if (on) this.#come(alarm, before);
    else if (before) this.#go(alarm, before);
    this.#parents.turned(alarm.id, on);
  }

  #come(alarm: CompiledAlarm, before: AlarmRecord | undefined): void {
    const now = this.#options.clock.now();
    const state = next(before?.state ?? "normal", "on", mannerOf(alarm));
    if (state === "normal" || state === before?.state) return;
    const sample = this.sample(alarm.id);
    const { by, text } = this.watched(alarm.id)?.said ?? {};
    this.#nr += 1;
    this.#options.changes.now.counters.nr = this.#nr;
    const why = this.#suppression(alarm);
    const record: AlarmRecord = {
      id: alarm.id,
      nr: this.#nr,
      state,
      since: now,
      value: keptValue(sample?.value ?? null),
      text: text ?? fillText(alarm, sample?.value, this.#options.project, (chan) => this.#list.good(chan)),
      heard: !why,
      counts: now,
      steps: {},
      toldTo: [],
      ...(before?.comment ? { comment: before.comment } : {}),
      ...(why ? { suppressed: why } : {}),
    };
    this.#keep(record, before);
    this.#note("raised", alarm.id, {
      by,
      value: record.value,
      ...(why ? { why: whyText(why) } : {}),
    });
  }

  #go(alarm: CompiledAlarm, before: AlarmRecord): void {
    if (!isActive(before.state)) return;
    const state = before.heard ? next(before.state, "off", mannerOf(alarm)) : "normal";
    this.#note("cleared", alarm.id, {
      by: this.watched(alarm.id)?.said?.by,
      value: keptValue(this.sample(alarm.id)?.value ?? null),
    });
    if (state === "normal") this.#drop(before);
    else this.#keep({ ...before, state, cleared: this.#options.clock.now() }, before);
  }

  /** Whether an alarm is suppressed may be another. */
  #look(id: string): void {
    const alarm = this.alarm(id);
    const record = this.#records.get(id);
    if (!alarm || !record) return;
    const why = this.#suppression(alarm);
    if (whyKey(why) === whyKey(record.suppressed)) return;
    const { suppressed: _before, ...rest } = record;
    if (why) {
      this.#keep({ ...rest, suppressed: why }, record);
      this.#note("suppressed", id, { why: whyText(why) });
      return;
    }
    // Whoever is told of it from now on has the time that its class says.
    this.#keep({ ...rest, heard: true, counts: this.#options.clock.now() }, record);
    this.#note("unsuppressed", id, {});
  }

  #suppression(alarm: CompiledAlarm): AlarmRecord["suppressed"] {
    const { enable, parent } = alarm;
    if (enable !== undefined && this.#list.good(enable) === false) return { by: "enable", chan: enable };
    if (parent === undefined) return undefined;
    const record = this.#records.get(parent);
    const stands = record !== undefined && isActive(record.state);
    return this.#parents.explains(parent, stands) ? { by: "parent", parent } : undefined;
  }

  #act(input: Extract<Input, "ack" | "reset">, nrs: readonly number[] | "all", by: string): number[] {
    const done: number[] = [];
    for (const record of this.#numbered(nrs)) {
      const alarm = this.alarm(record.id);
      const state = next(record.state, input, alarm ? mannerOf(alarm) : { ack: "on", latch: false });
      if (state === record.state) continue;
      done.push(record.nr);
      const at = this.#options.clock.now();
      this.#note(input === "ack" ? "acked" : "reset", record.id, { by });
      if (state === "normal") this.#drop(record);
      else this.#keep({ ...record, state, ...(input === "ack" ? { acked: { at, by } } : {}) }, record);
    }
    this.flush();
    return done;
  }

  #numbered(nrs: readonly number[] | "all"): AlarmRecord[] {
    const all = [...this.#records.values()];
    if (nrs === "all") return all;
    const wanted = new Set(nrs);
    return all.filter(({ nr }) => wanted.has(nr));
  }

  #closeOrphans(): void {
    for (const record of this.#records.values()) {
      if (this.#watched.has(record.id)) continue;
      this.#note("closed", record.id, { why: texts.goneFromProject });
      this.#drop(record);
    }
  }

  /** What suppressed an alarm may be gone from the project, or no longer stand; in that case its afterglow begins anew, since values take a moment now too. */
  #reconsider(): void {
    for (const { id, suppressed } of this.#records.values()) {
      const alarm = this.alarm(id);
      if (suppressed?.by === "parent" && suppressed.parent === alarm?.parent && this.alarm(alarm.parent))
        this.#parents.glow(alarm.parent);
      else if (suppressed?.by === "parent" || (suppressed && suppressed.chan !== alarm?.enable))
        this.#look(id);
    }
  }

  #outChanged(ids: Iterable<string>): void {
    for (const id of ids) {
      const record = this.#records.get(id);
      if (record) this.#options.touched(record, id, record);
    }
  }

  #keep(record: AlarmRecord, before: AlarmRecord | undefined): void {
    this.#records.set(record.id, record);
    this.#options.changes.now.alarms.set(record.id, record);
    this.#options.touched(record, record.id, before);
  }

  #drop(record: AlarmRecord): void {
    this.#records.delete(record.id);
    this.#options.changes.now.alarms.set(record.id, undefined);
    this.#options.touched(undefined, record.id, record);
  }

  #note(
    what: AlarmEventKind,
    id: string,
    { by, value, why }: { by?: string | undefined; value?: unknown; why?: string },
  ): void {
    const record = this.#records.get(id);
    const alarm = this.alarm(id);
    this.#options.changes.now.events.push({
      at: this.#options.clock.now(),
      what,
      nr: record?.nr ?? 0,
      id,
      source: alarm?.source ?? "",
      priority: alarm?.priority ?? 4,
      text: record?.text ?? alarm?.text ?? "",
      ...(value === undefined ? {} : { value }),
      ...(by === undefined ? {} : { by }),
      ...(why === undefined ? {} : { why }),
    });
  }
}

const mannerOf = ({ ack, latch }: CompiledAlarm) => ({ ack, latch: latch === true });

const whyText = (why: NonNullable<AlarmRecord["suppressed"]>): string =>
  why.by === "parent" ? texts.suppressedBy(why.parent) : texts.disabledBy(why.chan);

const whyKey = (why: AlarmRecord["suppressed"]): string => (why ? whyText(why) : "");
