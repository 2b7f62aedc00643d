/** System ping and status page in one call. */
import type { Handlers } from "../../http/handlers.ts";
import type { InfoService } from "./service.ts";

export function infoRoutes(service: InfoService): Handlers {
  return {
    info: async ({ session }) => {
      const open = await service.publicInfo(session !== undefined);
      return session === undefined ? open : { ...open, status: await service.status() };
    },
  };
}
