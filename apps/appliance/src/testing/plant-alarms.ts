/**
 * What a hub tells of alarms, for tests: they come, go and are acknowledged, each with its line in the journal.
 *
 *     const plant = new PlantAlarms();
 *     Object.assign(hub.answers, plant.answers);
 *     plant.come("knx.line.temp");
 */
import type { AlarmEvent, AlarmRequests, StandingAlarm } from "@hubwart/ipc";

type Answers = {
  [M in "alarms" | "alarmNews" | "alarmAct"]: (asked: AlarmRequests[M][0]) => AlarmRequests[M][1];
};

export const NO_COUNTS = {
  priorities: [0, 0, 0, 0],
  unacked: 0,
  shelved: 0,
  suppressed: 0,
  maintenance: 0,
} as const;

export class PlantAlarms {
  readonly standing = new Map<string, StandingAlarm>();
  events: AlarmEvent[] = [];
  alarms = 10;
  trouble: string | undefined;
  readonly acts: AlarmRequests["alarmAct"][0][] = [];
  #nr = 0;

  readonly answers: Answers = {
    alarms: ({ limit, nrs }) => ({
      alarms: this.alarms,
      ...(this.trouble === undefined ? {} : { trouble: this.trouble }),
      counts: { ...NO_COUNTS, priorities: [0, 0, 0, 0] },
      standing: [...this.standing.values()].filter(({ nr }) => !nrs || nrs.includes(nr)).slice(0, limit),
      total: this.standing.size,
      maintenance: [],
      ofDevice: false,
      classes: [],
    }),
    alarmNews: ({ after, limit }) => {
      const events = this.events.filter(({ seq }) => seq > after).slice(0, limit);
      const ids = [...new Set(events.flatMap(({ id, nr }) => (nr === 0 ? [] : [id])))];
      return {
        last: this.events.at(-1)?.seq ?? 0,
        events,
        alarms: ids.flatMap((id) => this.standing.get(id) ?? []),
        gone: ids.filter((id) => !this.standing.has(id)),
        unwritten: this.trouble !== undefined,
      };
    },
    alarmAct: (act) => {
      this.acts.push(act);
      const done = [...this.standing.values()].filter(
        ({ nr, state }) => act.nrs !== "all" && act.nrs.includes(nr) && state === "unacked",
      );
      for (const alarm of done) this.note(alarm, "acked", { by: act.by }, { state: "acked" });
      return { done: done.map(({ nr }) => nr) };
    },
  };

  come(source: string, over: Partial<StandingAlarm> = {}): StandingAlarm {
    this.#nr += 1;
    const alarm: StandingAlarm = {
      nr: this.#nr,
      id: `high/${source}`,
      source,
      kind: "above",
      priority: 2,
      class: "technik",
      text: "zu hoch",
      state: "unacked",
      since: 1_000,
      value: 31,
      ...over,
    };
    this.note(alarm, "raised");
    return this.standing.get(alarm.id) ?? alarm;
  }

  go(source: string): void {
    const alarm = this.standing.get(`high/${source}`);
    if (!alarm) throw new Error(`nothing stands at ${source}`);
    this.note(alarm, "cleared");
    this.standing.delete(alarm.id);
  }

  /** A line, and how the alarm is with it. */
  note(
    alarm: StandingAlarm,
    what: AlarmEvent["what"],
    over: Partial<AlarmEvent> = {},
    becomes: Partial<StandingAlarm> = {},
  ): void {
    const { id, nr, priority, source, text } = alarm;
    const seq = (this.events.at(-1)?.seq ?? 0) + 1;
    this.events.push({ seq, at: seq, what, nr, id, source, priority, text, ...over });
    this.standing.set(id, { ...alarm, ...becomes });
  }
}
