/** `/schedules/…`. */
import { NotFoundError } from "@hubwart/core";
import { keptTo } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { ScheduleEditor, Told } from "./editor.ts";
import type { ScheduleService } from "./service.ts";
import { texts } from "./texts.ts";

export function scheduleHandlers(service: ScheduleService, editor: ScheduleEditor): Handlers {
  return {
    scheduleLook: ({ query, session }) => service.look(query, keptTo(session)),
    scheduleOne: async ({ query, session }) => {
      demandOwn(session, query.chan);
      return await editor.look(query.chan);
    },
    scheduleSave: async (request) => {
      const { chan, plan } = request.body;
      demandOwn(request.session, chan);
      return logged(request, await editor.save(chan, plan));
    },
    scheduleReset: async (request) => {
      demandOwn(request.session, request.body.chan);
      return logged(request, await editor.reset(request.body.chan));
    },
    scheduleOverride: async (request) => {
      const { chan, override } = request.body;
      demandOwn(request.session, chan);
      return logged(request, await editor.override(chan, override));
    },
  };
}

/** @throws NotFoundError for one that is not the caller's, as for one that there is not */
function demandOwn(caller: Parameters<typeof keptTo>[0], chan: string): void {
  if (!keptTo(caller).channel(chan)) throw new NotFoundError(texts.noSchedule(chan));
}

function logged(
  { audit }: { audit: (told: { before: object; after: object }) => void },
  { after, applied, before }: Told,
): { applied: boolean } {
  audit({ before, after });
  return { applied };
}
