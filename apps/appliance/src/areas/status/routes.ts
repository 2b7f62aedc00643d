/** System ping and status page in one call. */
import type { Handlers } from "../../http/handlers.ts";
import type { StatusService } from "./service.ts";

export function statusHandlers(service: StatusService): Handlers {
  return {
    info: async ({ session }) => {
      const open = await service.publicInfo(session !== undefined);
      return session === undefined ? open : { ...open, status: await service.status() };
    },
  };
}
