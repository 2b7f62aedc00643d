/** Restarts and the list of containers. */
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { RESTART_REASONS } from "@hubwart/ipc";
import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { SystemService } from "./service.ts";

export function systemHandlers(app: AppContext, service: SystemService): Handlers {
  return {
    hubRestart: async () => {
      app.launcher.restart("hub", RESTART_REASONS.user);
      return {};
    },
    systemRestart: async ({ query }) => {
      switch (query.action) {
        case "restart":
          app.launcher.restart("system", RESTART_REASONS.user);
          return {};
        case "reboot":
          await app.host.power.reboot();
          return {};
        case "update":
          throw new ResultError(CODES.unsupported, "Updates sind in dieser Version noch nicht verfügbar.");
      }
    },
    systemPs: () => service.processes(),
  };
}
