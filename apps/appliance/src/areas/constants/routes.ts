/** `/resources/baskets/…`. */
import { filterInParts, mapInParts } from "@hubwart/core";
import { keptTo } from "../../http/bounds.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { Offers } from "../../offers.ts";
import type { ConstantsService } from "./service.ts";

type Activate = ReturnType<Offers["project"]["defineRemake"]>;

/** Of the change log: more than anybody reads, and no more. */
const AUDITED = 50;

export function constantsHandlers(service: ConstantsService, activate: Activate): Handlers {
  return {
    basketFiles: ({ session }) => service.files(keptTo(session)),
    basketFile: async ({ query, session }) => ({ rows: await service.rows(query.file, keptTo(session)) }),
    basketSave: async (request) => {
      const { file } = request.query;
      const kept = keptTo(request.session);
      const before = new Map(
        await mapInParts(await service.rows(file, kept), ({ channel, value }) => [channel, value]),
      );
      const edited = await service.save(file, request.body.rows, kept);
      const rows = await filterInParts(
        await service.rows(file, kept),
        ({ channel, value }) => before.get(channel) !== value,
      );
      const told = rows.slice(0, AUDITED).map(({ channel }) => channel);
      const after = new Map(rows.slice(0, AUDITED).map(({ channel, value }) => [channel, value]));
      request.audit({
        before: { file, ...Object.fromEntries(told.map((name) => [name, before.get(name)])) },
        after: {
          file,
          changed: rows.length,
          ...Object.fromEntries(told.map((name) => [name, after.get(name)])),
        },
      });
      return { edited };
    },
    basketChanges: ({ session }) => service.changes(keptTo(session)),
    basketCompile: async (request) => {
      const { total } = await service.changes();
      request.audit({ after: { changed: total } });
      return await activate(service.edits(), request.origin);
    },
    basketClean: async (request) => {
      const removed = await service.clean();
      request.audit({ after: { removed } });
      return { removed };
    },
  };
}
