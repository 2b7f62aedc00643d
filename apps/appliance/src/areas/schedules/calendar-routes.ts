/** `/schedules/calendars/…`. */
import { buffer } from "node:stream/consumers";
import { InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import type { CalendarSources } from "./ics/sources.ts";
import { texts } from "./texts.ts";

export function calendarHandlers(sources: CalendarSources): Handlers {
  return {
    calendarSources: async () => ({ sources: sources.list() }),
    calendarSourceSave: async (request) => {
      const { id, was } = request.body;
      const before = told(sources, was ?? id);
      const error = await sources.save(request.body);
      request.audit({ before, after: told(sources, id) });
      return error === undefined ? {} : { error };
    },
    calendarSourceUpload: async (request) => {
      const { file } = request;
      // The edge refuses an upload without a file.
      if (!file) throw new InvalidInputError([{ field: "newfile", message: texts.calendars.notOne }]);
      const content = await buffer(file.stream);
      const { id, priority } = request.fields();
      const before = told(sources, id);
      const { events, left, ranges } = await sources.upload(id, priority, file.filename, content);
      request.audit({ before, after: told(sources, id) });
      return { events, left, days: ranges.length };
    },
    calendarSourceFetch: async (request) => {
      const { id } = request.body;
      const error = await sources.fetch(id);
      request.audit({ after: { calendar: id, ...(error === undefined ? {} : { error }) } });
      return error === undefined ? {} : { error };
    },
    calendarSourceRemove: async (request) => {
      const { id } = request.body;
      const before = told(sources, id);
      await sources.remove(id);
      request.audit({ before });
      return {};
    },
  };
}

function told(sources: CalendarSources, id: string): Record<string, unknown> {
  const found = sources.list().find((source) => source.id === id);
  if (!found) return {};
  const { from, hours, polled, priority, stale } = found;
  return { calendar: id, from, priority, ...(polled ? { hours, stale } : {}) };
}
