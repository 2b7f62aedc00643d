/** What stands, as the console shows it. */
import type { AlarmCounts, AlarmLook, StandingAlarm } from "@hubwart/ipc";
import type { Engine } from "./engine.ts";
import type { AlarmProject } from "./project.ts";
import type { AlarmRecord } from "./record.ts";
import { isActive, isUnacked } from "./states.ts";

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

export function lookAt(engine: Looked, project: AlarmProject, limit: number): Omit<AlarmLook, "trouble"> {
  const all = [...engine.records].flatMap((record) => {
    const alarm = engine.alarm(record.id);
    return alarm ? [{ record, alarm, rank: rankOf(record, engine.audible(record), alarm.priority) }] : [];
  });
  all.sort((a, b) => a.rank - b.rank || b.record.since - a.record.since);
  return {
    alarms: project.alarms.length,
    counts: countsOf(engine),
    standing: all.slice(0, limit).map(({ record }) => standing(record, engine, project)),
    total: all.length,
    maintenance: engine.out.works,
    classes: [...project.classes.values()].map(({ id, steps }) => ({
      id,
      ways: [...new Set(steps.flatMap(({ ways }) => ways))],
    })),
  };
}

/** Those that somebody has to see first. */
function rankOf({ state }: AlarmRecord, audible: boolean, priority: number): number {
  return (audible ? 0 : 100) + (isUnacked(state) ? 0 : 10) + (isActive(state) ? 0 : 5) + priority;
}

function standing(record: AlarmRecord, engine: Looked, project: AlarmProject): StandingAlarm {
  const { acked, cleared, comment, id, nr, since, state, suppressed, text, told, value } = record;
  const alarm = engine.alarm(id);
  if (!alarm) throw new Error(`no alarm ${id}`);
  const { label, unit } = project.facts(alarm.source);
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
    value,
    ...(alarm.class === undefined ? {} : { class: alarm.class }),
    ...(alarm.action === undefined ? {} : { action: alarm.action }),
    ...(cleared === undefined ? {} : { cleared }),
    ...(label === undefined ? {} : { label }),
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
