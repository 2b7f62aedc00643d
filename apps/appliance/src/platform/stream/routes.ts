/** Live data for the console. */
import type { Handlers } from "../../http/handlers.ts";
import type { StreamService } from "./service.ts";

export function streamRoutes(service: StreamService): Handlers {
  return {
    stream: async ({ session, query, signal }) => ({
      file: service.open({
        sessionId: session?.id ?? "",
        topics: query.topics,
        filter: query.filter,
        log: {
          comp: query.comp,
          priority: query.priority,
          modules: query.modules,
          source: query.source,
          filter: query.text,
        },
        signal,
      }),
    }),
  };
}
