import type { Handlers } from "../../http/handlers.ts";
import type { ConnectivityService } from "./service.ts";

export function connectivityHandlers(service: ConnectivityService): Handlers {
  return {
    checkConnectivity: async () => ({ connectivity: await service.check() }),
  };
}
