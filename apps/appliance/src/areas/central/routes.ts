/** Answers the calls about the central. */
import type { Handlers } from "../../http/handlers.ts";
import type { CentralService } from "./service.ts";

export function centralHandlers(service: CentralService): Handlers {
  return {
    uplinkStatus: async () => service.status(),
    uplinkJoin: async (request) => {
      const { address, join_token: code } = request.body;
      const central = await service.join(address, code);
      request.audit({ after: { central, address } });
      return { central };
    },
    uplinkSave: async (request) => {
      request.audit({ before: service.choice });
      await service.save(request.body);
      return {};
    },
    uplinkLeave: async (request) => {
      const central = await service.leave();
      request.audit({ before: { central } });
      return {};
    },
  };
}
