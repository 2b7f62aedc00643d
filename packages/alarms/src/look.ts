/** What stands, as the console shows it. */
import {
  ALARMS_RESTING_MAX,
  type AlarmCounts,
  type AlarmLook,
  LARGEST_OWN_ASK,
  type RestingAlarm,
  type StandingAlarm,
  weigh,
} from "@hubwart/ipc";
import type { Engine } from "./engine.ts";
import { keptValue } from "./kept-value.ts";
import type { AlarmProject } from "./project.ts";
import type { AlarmRecord } from "./record.ts";
import { isActive, isUnacked } from "./states.ts";

/** About bytes of what stands, in one answer: the rest of it is counted. */
const ROOM = (LARGEST_OWN_ASK / 4) * 3;

type Looked = Pick<Engine, "alarm" | "audible" | "out" | "records">;

export function countsOf(engine: Looked): AlarmCounts {
  const counts: AlarmCounts = {
    priorities: [0, 0, 0, 0],
    unacked: 0,
    shelved: 0,
    suppressed: 0,
    maintenance: 0,
  };
  for (const record of engine.records) {
    const alarm = engine.alarm(record.id);
    if (!alarm) continue;
    if (record.suppressed) counts.suppressed += 1;
    else if (engine.out.shelved(record.id)) counts.shelved += 1;
    else if (engine.out.maintenance(alarm) !== undefined) counts.maintenance += 1;
    else {
      counts.priorities[alarm.priority - 1] = (counts.priorities[alarm.priority - 1] ?? 0) + 1;
      if (isUnacked(record.state)) counts.unacked += 1;
    }
  }
  return counts;
}

/** `nrs`: only these, where there are some. */
export function lookAt(
  engine: Looked,
  project: AlarmProject,
  limit: number,
  nrs?: readonly number[],
): Omit<AlarmLook, "trouble"> {
  const wanted = nrs && new Set(nrs);
  const all = [...engine.records].flatMap((record) => {
    const alarm = wanted && !wanted.has(record.nr) ? undefined : engine.alarm(record.id);
    return alarm ? [{ record, alarm, rank: rankOf(record, engine.audible(record), alarm.priority) }] : [];
  });
  const resting = restingIn(engine, project);
  all.sort((a, b) => a.rank - b.rank || b.record.since - a.record.since);
  return {
    alarms: project.alarms.length,
    counts: countsOf(engine),
    standing: fitting(all.slice(0, limit).map(({ record }) => standing(record, engine, project))),
    total: all.length,
    ...(resting.length === 0 ? {} : { resting }),
    maintenance: engine.out.works,
    ofDevice: project.alarms.some(({ kind }) => kind === "device"),
    classes: [...project.classes.values()].map(({ id, steps }) => ({
      id,
      ways: [...new Set(steps.flatMap(({ ways }) => ways))],
      rosters: [...new Set(steps.flatMap(({ roster }) => roster ?? []))],
    })),
  };
}

/** Those that an answer takes; the first of them always. */
function fitting(all: StandingAlarm[]): StandingAlarm[] {
  let room = ROOM;
  const end = all.findIndex((one) => {
    room -= weigh(one);
    return room < 0;
  });
  return end < 0 ? all : all.slice(0, Math.max(1, end));
}

/** Those whose time ends first. */
function restingIn(engine: Looked, project: AlarmProject): RestingAlarm[] {
  const standing = new Set([...engine.records].map(({ id }) => id));
  return [...engine.out.shelves]
    .flatMap(([id, { what: shelved }]): RestingAlarm[] => {
      const alarm = standing.has(id) ? undefined : engine.alarm(id);
      if (!alarm) return [];
      const { priority, source, text } = alarm;
      const { area, label } = project.facts(source);
      const facts = { ...(label === undefined ? {} : { label }), ...(area === undefined ? {} : { area }) };
      return [{ id, source, priority, text, ...facts, shelved }];
    })
    .sort((a, b) => a.shelved.until - b.shelved.until)
    .slice(0, ALARMS_RESTING_MAX);
}

/** Those that somebody has to see first. */
function rankOf({ state }: AlarmRecord, audible: boolean, priority: number): number {
  return (audible ? 0 : 100) + (isUnacked(state) ? 0 : 10) + (isActive(state) ? 0 : 5) + priority;
}

/** An alarm of the project that stands, as others see it. */
export function standing(record: AlarmRecord, engine: Looked, project: AlarmProject): StandingAlarm {
  const { acked, cleared, comment, id, nr, since, state, suppressed, text, told, value } = record;
  const alarm = engine.alarm(id);
  if (!alarm) throw new Error(`no alarm ${id}`);
  const { area, label, unit } = project.facts(alarm.source);
  const tags = project.tags(alarm);
  const shelved = engine.out.shelved(id);
  const maintenance = engine.out.maintenance(alarm);
  return {
    nr,
    id,
    source: alarm.source,
    kind: alarm.kind,
    priority: alarm.priority,
    text,
    state,
    since,
    value: keptValue(value),
    ...(alarm.class === undefined ? {} : { class: alarm.class }),
    ...(alarm.action === undefined ? {} : { action: alarm.action }),
    ...(cleared === undefined ? {} : { cleared }),
    ...(label === undefined ? {} : { label }),
    ...(area === undefined ? {} : { area }),
    ...(unit === undefined ? {} : { unit }),
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(acked ? { acked } : {}),
    ...(comment ? { comment } : {}),
    ...(shelved ? { shelved } : {}),
    ...(suppressed ? { suppressed } : {}),
    ...(maintenance === undefined ? {} : { maintenance }),
    ...(told ? { told } : {}),
  };
}
