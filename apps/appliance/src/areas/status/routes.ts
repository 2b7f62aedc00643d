/** System ping and status page in one call. */
import type { Handlers } from "../../http/handlers.ts";
import type { StatusService } from "./service.ts";

export function statusHandlers(service: StatusService): Handlers {
  return {
    info: ({ session }) => (session === undefined ? service.open() : service.whole()),
  };
}
