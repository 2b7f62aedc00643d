/**
 * Who is told of which alarm, and when: the steps of its class, reminders at growing pauses, and that it is over.
 *
 *     const teller = new Teller({ project, engine, changes, clock, scope, kept });
 *     teller.touched(record, id, before);       // whenever an alarm is other than before
 *     teller.waiting("email.mail");             // what is to be said there
 *     teller.said("email.mail", lines);
 *
 * Invariant: what is to be said is on the disk before it is, and gone from it when a pod has taken it. So a message goes out at least
 * once, and never again once somebody has acknowledged its alarms. A disk that takes nothing keeps nobody from being told.
 */
import type { Clock, Scope } from "@hubwart/core";
import type { CompiledAlarmStep } from "@hubwart/project/compiled";
import type { ChangeSet } from "./change-set.ts";
import type { Engine } from "./engine.ts";
import type { Kept } from "./journal.ts";
import type { AlarmProject } from "./project.ts";
import type { AlarmRecord, Untold } from "./record.ts";
import { isActive, isUnacked } from "./states.ts";
import { texts } from "./texts.ts";

const DAY = 24 * 3_600_000;
/** What waits for one way; beyond it the oldest is given up, and the message says how many there were. */
const MOST_WAITING = 10_000;

export interface TellerOptions {
  project: Pick<AlarmProject, "classes">;
  /** Asked only after it has been made. */
  engine: () => Pick<Engine, "alarm" | "audible" | "record" | "told">;
  changes: ChangeSet;
  clock: Clock;
  scope: Scope;
  kept: Pick<Kept, "untold" | "counters">;
  /** Something waits for this way. */
  wake: (way: string) => void;
}

export class Teller {
  readonly #options: TellerOptions;
  /** By way, in order. */
  readonly #untold = new Map<string, Map<number, Untold>>();
  /** Steps to come, by alarm and number. */
  readonly #due = new Map<string, Map<number, () => void>>();
  #seq: number;

  constructor(options: TellerOptions) {
    this.#options = options;
    this.#seq = options.kept.counters.untold;
    for (const line of options.kept.untold) this.#of(line.way).set(line.seq, line);
    options.scope.add(() => {
      for (const id of this.#due.keys()) this.#cancel(id);
    });
  }

  get ways(): string[] {
    return [...this.#untold].filter(([, lines]) => lines.size > 0).map(([way]) => way);
  }

  /** What is to be said on a way, oldest first. */
  waiting(way: string): Untold[] {
    return [...(this.#untold.get(way)?.values() ?? [])];
  }

  /** An alarm came, went, was acknowledged, or may be told now where it could not before; undefined: it is gone. */
  touched(record: AlarmRecord | undefined, id: string, before: AlarmRecord | undefined): void {
    this.#cancel(id);
    if (before && isActive(before.state) && !(record && isActive(record.state))) this.#over(before);
    if (before && isUnacked(before.state) && !(record && isUnacked(record.state))) this.#takeBack(before);
    if (record) this.#plan(record);
  }

  /** A pod has taken a message with these. */
  said(way: string, lines: readonly Untold[]): void {
    const { changes } = this.#options;
    const own = this.#of(way);
    for (const line of lines) {
      if (!own.delete(line.seq)) continue;
      changes.now.untold.set(line.seq, undefined);
      this.#note("told", line);
    }
    changes.flush();
  }

  #plan(record: AlarmRecord): void {
    const steps = this.#steps(record);
    if (steps.length === 0 || !this.#options.engine().audible(record)) return;
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
    const { changes, clock, engine } = this.#options;
    const record = engine().record(id);
    const step = record && this.#steps(record)[number];
    if (!record || !step) return;
    const at = clock.now();
    for (const way of step.ways) this.#add(way, record, record.toldTo.includes(way) ? "again" : "new");
    const next: AlarmRecord = {
      ...record,
      steps: { ...record.steps, [number]: { count: (record.steps[number]?.count ?? 0) + 1, at } },
      toldTo: [...new Set([...record.toldTo, ...step.ways])],
      told: { count: (record.told?.count ?? 0) + 1, at },
    };
    engine().told(next);
    changes.flush();
    // The other steps are under way, whatever became of the clock meanwhile.
    this.#planStep(next, step, number);
  }

  /** Those who heard of it hear that it is over; whom nothing has reached yet hears both in one. */
  #over(record: AlarmRecord): void {
    for (const way of record.toldTo) {
      const waits = this.waiting(way).some(({ nr, what }) => nr === record.nr && what !== "over");
      if (!waits) this.#add(way, record, "over");
    }
  }

  /** Somebody has it: what was not said yet need not be. */
  #takeBack(record: AlarmRecord): void {
    const { changes } = this.#options;
    for (const [way, lines] of this.#untold) {
      for (const line of lines.values()) {
        if (line.nr !== record.nr || line.what === "over") continue;
        this.#of(way).delete(line.seq);
        changes.now.untold.set(line.seq, undefined);
      }
    }
  }

  #add(way: string, { id, nr, since, text }: AlarmRecord, what: Untold["what"]): void {
    const { changes, engine, wake } = this.#options;
    const own = this.#of(way);
    // A reminder of what waits to be said is said by it.
    if (what === "again" && [...own.values()].some((line) => line.nr === nr)) return;
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
    own.set(line.seq, line);
    changes.now.untold.set(line.seq, line);
    changes.now.counters.untold = this.#seq;
    const [oldest] = own.keys();
    if (own.size > MOST_WAITING && oldest !== undefined) {
      const lost = own.get(oldest);
      own.delete(oldest);
      changes.now.untold.set(oldest, undefined);
      if (lost) this.#note("untold", lost, texts.tooMuchWaits);
    }
    wake(way);
  }

  #note(what: "told" | "untold", { id, nr, priority, text, way }: Untold, why?: string): void {
    const { changes, clock, engine } = this.#options;
    const source = engine().alarm(id)?.source ?? "";
    const event = { at: clock.now(), what, nr, id, source, priority, text, by: way };
    changes.now.events.push(why === undefined ? event : { ...event, why });
  }

  #steps(record: AlarmRecord): readonly CompiledAlarmStep[] {
    const id = this.#options.engine().alarm(record.id)?.class;
    return id === undefined ? [] : (this.#options.project.classes.get(id)?.steps ?? []);
  }

  #of(way: string): Map<number, Untold> {
    const lines = this.#untold.get(way) ?? new Map<number, Untold>();
    this.#untold.set(way, lines);
    return lines;
  }

  #cancel(id: string): void {
    for (const cancel of this.#due.get(id)?.values() ?? []) cancel();
    this.#due.delete(id);
  }
}

/** Whether a step is still to be taken, or repeated. */
function isWanted({ state }: AlarmRecord, { until }: CompiledAlarmStep): boolean {
  return until === "ack" ? isUnacked(state) : isActive(state) || isUnacked(state);
}
