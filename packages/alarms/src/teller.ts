/**
 * Who is told of which alarm, and when: the steps of its class, reminders at growing pauses, and that it is over.
 *
 *     const teller = new Teller({ project, engine, changes, clock, scope, kept });
 *     teller.touched(record, id, before);       // whenever an alarm is other than before
 *     teller.sayable("email.mail");             // what is to be said there now
 *     teller.said("email.mail", lines);
 *
 * Invariant: what is to be said is on the disk before it is, and gone from it when a pod has taken it. So a message goes out at least
 * once, and never again once somebody has acknowledged its alarms. A disk that takes nothing keeps nobody from being told.
 */
import type { Clock, Scope } from "@hubwart/core";
import type { CompiledAlarmStep } from "@hubwart/project/compiled";
import { type Addressees, plainWay } from "./addressees.ts";
import type { ChangeSet } from "./change-set.ts";
import type { Engine } from "./engine.ts";
import type { Change, Kept } from "./journal.ts";
import type { AlarmProject } from "./project.ts";
import type { AlarmRecord, Untold } from "./record.ts";
import { isActive, isUnacked } from "./states.ts";
import { texts } from "./texts.ts";
import { UntoldLines } from "./untold-lines.ts";

const DAY = 24 * 3_600_000;
/** What waits for one way; beyond it the oldest is given up, with a line in the journal. */
const MOST_WAITING = 10_000;
/** Steps that are due together are written down together, ms; well before what gathers is said. */
const FLUSH_AFTER = 50;

export interface TellerOptions {
  project: Pick<AlarmProject, "classes">;
  /** Asked only after it has been made. */
  engine: () => Pick<Engine, "alarm" | "audible" | "record" | "told">;
  changes: ChangeSet;
  clock: Clock;
  scope: Scope;
  kept: Pick<Kept, "untold" | "counters">;
  /** Whom a way leads to now. */
  addressees: Pick<Addressees, "wayOf" | "named">;
  /** Something waits for this way. */
  wake: (way: string) => void;
}

export class Teller {
  readonly #options: TellerOptions;
  /** By way, in order. */
  readonly #untold = new Map<string, UntoldLines>();
  /** By way: the lines of a message that is on its way to its pod, and of which alarms they are. There may be thousands. */
  readonly #saying = new Map<string, { seqs: ReadonlySet<number>; nrs: ReadonlySet<number> }>();
  /** Steps to come, by alarm and number. */
  readonly #due = new Map<string, Map<number, () => void>>();
  #seq: number;
  #cancelFlush: (() => void) | undefined;

  constructor(options: TellerOptions) {
    this.#options = options;
    this.#seq = options.kept.counters.untold;
    for (const line of options.kept.untold) this.#of(line.way).add(line);
    options.scope.add(() => {
      this.#cancelFlush?.();
      for (const id of this.#due.keys()) this.#cancel(id);
    });
  }

  /** What was found on the disk is said, but on ways that the project no longer has. First of all, once there are alarms. */
  begin(records: Iterable<AlarmRecord>): void {
    const { changes, project, wake } = this.#options;
    for (const record of records) this.#plan(record);
    const known = new Set(
      [...project.classes.values()].flatMap(({ steps }) => steps.flatMap(({ ways }) => ways)),
    );
    for (const [way, lines] of this.#untold) {
      if (known.has(plainWay(way))) {
        if (lines.size > 0) wake(way);
        continue;
      }
      for (const line of lines.all()) this.#giveUp(line, texts.noSuchWay);
    }
    changes.flush();
  }

  /** What is to be said on a way now, oldest first: not what is suppressed, shelved or under maintenance meanwhile. */
  sayable(way: string): Untold[] {
    const { engine } = this.#options;
    return (this.#untold.get(way)?.all() ?? []).filter(({ id, nr, what }) => {
      const record = engine().record(id);
      return what === "over" || record?.nr !== nr || engine().audible(record);
    });
  }

  /** An alarm came, went, was acknowledged, or may be told now where it could not before; undefined: it is gone. */
  touched(record: AlarmRecord | undefined, id: string, before: AlarmRecord | undefined): void {
    if (before && isActive(before.state) && !(record && isActive(record.state))) this.#over(before);
    if (before && needsNoWord(before, record)) this.#takeBack(before);
    if (record) this.#plan(record);
    else this.#cancel(id);
  }

  /** A message with these is on its way: whoever gets it hears of them as they are now. None: it has arrived, or is lost. */
  saying(way: string, lines: readonly Untold[]): void {
    const [seqs, nrs] = [lines.map(({ seq }) => seq), lines.map(({ nr }) => nr)];
    this.#saying.set(way, { seqs: new Set(seqs), nrs: new Set(nrs) });
  }

  /** A pod has taken a message with these. */
  said(way: string, lines: readonly Untold[]): void {
    const { changes } = this.#options;
    const own = this.#of(way);
    for (const line of lines) {
      this.#heard(line);
      if (!own.remove(line)) continue;
      changes.now.untold.set(line.seq, undefined);
      this.#note("told", line);
    }
    changes.flush();
  }

  /** Whoever heard of it by this line is to hear that it is over. */
  #heard({ id, nr, way, what }: Untold): void {
    const { engine } = this.#options;
    const record = engine().record(id);
    if (what === "over" || record?.nr !== nr || record.toldTo.includes(way)) return;
    engine().told({ ...record, toldTo: [...record.toldTo, way] });
  }

  /** All that waits, for a journal that begins anew. */
  whole(change: Change): void {
    for (const lines of this.#untold.values())
      for (const line of lines.all()) change.untold.set(line.seq, line);
    change.counters.untold = this.#seq;
  }

  /** Its steps, anew: what was planned before counts no more. */
  #plan(record: AlarmRecord): void {
    this.#cancel(record.id);
    const steps = this.#steps(record);
    if (steps.length === 0 || !this.#options.engine().audible(record)) return;
    for (const [way, lines] of this.#untold) if (lines.of(record.nr).length > 0) this.#options.wake(way);
    this.#due.set(record.id, new Map());
    steps.forEach((step, number) => this.#planStep(record, step, number));
  }

  #planStep(record: AlarmRecord, step: CompiledAlarmStep, number: number): void {
    const due = this.#dueIn(record, step, number);
    if (due === undefined || !isWanted(record, step)) return;
    const cancel = this.#options.clock.after(due, () => this.#take(record.id, number));
    this.#due.get(record.id)?.set(number, cancel);
  }

  /** ms from now; undefined: it is done. */
  #dueIn(record: AlarmRecord, step: CompiledAlarmStep, number: number): number | undefined {
    const now = this.#options.clock.now();
    const done = record.steps[number];
    // A clock that was set makes nobody wait longer than the class says.
    const within = (from: number, wait: number) => Math.min(wait, Math.max(0, from + wait - now));
    if (!done) return within(record.counts, step.after);
    if (step.repeat === undefined) return undefined;
    return within(done.at, Math.min(DAY, step.repeat * 2 ** (done.count - 1)));
  }

  #take(id: string, number: number): void {
    const { clock, engine } = this.#options;
    const record = engine().record(id);
    const step = record && this.#steps(record)[number];
    if (!record || !step) return;
    const at = clock.now();
    const { addressees } = this.#options;
    const ways = new Set(step.ways.map((way) => addressees.wayOf(way, step.roster, at)));
    for (const way of ways) this.#add(way, record, record.toldTo.includes(way) ? "again" : "new");
    const next: AlarmRecord = {
      ...record,
      steps: { ...record.steps, [number]: { count: (record.steps[number]?.count ?? 0) + 1, at } },
      told: { count: (record.told?.count ?? 0) + 1, at },
    };
    engine().told(next);
    this.#flushSoon();
    // The other steps are under way, whatever became of the clock meanwhile.
    this.#planStep(next, step, number);
  }

  /** Those who heard of it hear that it is over, instead of being reminded; whom nothing has reached yet hears both in one. */
  #over(record: AlarmRecord): void {
    const hears = [...this.#saying].filter(([, { nrs }]) => nrs.has(record.nr));
    for (const way of new Set([...record.toldTo, ...hears.map(([hearing]) => hearing)])) {
      for (const line of this.#of(way).of(record.nr)) if (!this.#isSaying(line)) this.#drop(line);
      this.#add(way, record, "over");
    }
  }

  /** Somebody has it: what was not said yet need not be; nor that it is over to whom would hear of it for the first time. */
  #takeBack({ nr }: AlarmRecord): void {
    for (const lines of this.#untold.values()) {
      const own = lines.of(nr);
      const isFirst = own.some((line) => line.what === "new" && !this.#isSaying(line));
      for (const line of own) if (isFirst || line.what !== "over") this.#drop(line);
    }
  }

  #isSaying({ seq, way }: Untold): boolean {
    return this.#saying.get(way)?.seqs.has(seq) ?? false;
  }

  #add(way: string, { id, nr, since, text }: AlarmRecord, what: Untold["what"]): void {
    const { changes, engine, wake } = this.#options;
    const own = this.#of(way);
    // What waits to be said says it all.
    if (what !== "over" && own.of(nr).length > 0) return;
    this.#seq += 1;
    const line: Untold = {
      seq: this.#seq,
      way,
      nr,
      id,
      what,
      since,
      priority: engine().alarm(id)?.priority ?? 4,
      text,
    };
    own.add(line);
    changes.now.untold.set(line.seq, line);
    changes.now.counters.untold = this.#seq;
    if (own.size > MOST_WAITING && own.oldest) this.#giveUp(own.oldest, texts.tooMuchWaits);
    wake(way);
  }

  #giveUp(line: Untold, why: string): void {
    this.#drop(line);
    this.#note("untold", line, why);
  }

  #drop(line: Untold): void {
    this.#of(line.way).remove(line);
    this.#options.changes.now.untold.set(line.seq, undefined);
  }

  #flushSoon(): void {
    const { changes, clock } = this.#options;
    this.#cancelFlush ??= clock.after(FLUSH_AFTER, () => {
      this.#cancelFlush = undefined;
      changes.flush();
    });
  }

  #note(what: "told" | "untold", { id, nr, priority, text, way }: Untold, why?: string): void {
    const { changes, clock, engine } = this.#options;
    const source = engine().alarm(id)?.source ?? "";
    const by = this.#options.addressees.named(way);
    const event = { at: clock.now(), what, nr, id, source, priority, text, by };
    changes.now.events.push(why === undefined ? event : { ...event, why });
  }

  #steps(record: AlarmRecord): readonly CompiledAlarmStep[] {
    const id = this.#options.engine().alarm(record.id)?.class;
    return id === undefined ? [] : (this.#options.project.classes.get(id)?.steps ?? []);
  }

  #of(way: string): UntoldLines {
    const lines = this.#untold.get(way) ?? new UntoldLines();
    this.#untold.set(way, lines);
    return lines;
  }

  #cancel(id: string): void {
    for (const cancel of this.#due.get(id)?.values() ?? []) cancel();
    this.#due.delete(id);
  }
}

/** Somebody has it, or it went while something explained it. */
function needsNoWord(before: AlarmRecord, record: AlarmRecord | undefined): boolean {
  if (isUnacked(before.state) && !(record && isUnacked(record.state))) return true;
  return before.suppressed !== undefined && !(record && isActive(record.state));
}

/** Whether a step is still to be taken, or repeated. */
function isWanted({ state }: AlarmRecord, { until }: CompiledAlarmStep): boolean {
  return until === "ack" ? isUnacked(state) : isActive(state) || isUnacked(state);
}
