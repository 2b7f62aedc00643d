/** Live data for the console. */
import { DeniedError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { common } from "../../texts.ts";
import type { StreamService } from "./service.ts";

export function streamRoutes(service: StreamService): Handlers {
  return {
    stream: async ({ session, query, signal }) => {
      if (!session) throw new DeniedError(common.pleaseSignIn);
      return {
        file: service.open({
          session,
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
      };
    },
  };
}
