/** What became of alarms since somebody looked last: lines of the journal, and how those alarms are now. */
import type { AlarmNews, AlarmRequests } from "@hubwart/ipc";
import type { Engine } from "./engine.ts";
import type { Journal } from "./journal.ts";
import { standing } from "./look.ts";
import type { AlarmProject } from "./project.ts";

export interface NewsParts {
  journal: Pick<Journal, "after" | "last">;
  engine: Pick<Engine, "alarm" | "audible" | "out" | "record" | "records">;
  project: AlarmProject;
  /** The disk takes nothing: the journal is behind. */
  unwritten: boolean;
}

export function newsOf(
  { after, limit }: AlarmRequests["alarmNews"][0],
  { engine, journal, project, unwritten }: NewsParts,
): AlarmNews {
  const events = limit === 0 ? [] : journal.after(after, limit);
  const news: AlarmNews = { last: journal.last(), events, alarms: [], gone: [], unwritten };
  // Of maintenance the id is its scope, and no alarm.
  for (const id of new Set(events.flatMap(({ id: of, nr }) => (nr === 0 ? [] : [of])))) {
    const record = engine.record(id);
    if (record && engine.alarm(id)) news.alarms.push(standing(record, engine, project));
    else news.gone.push(id);
  }
  return news;
}
