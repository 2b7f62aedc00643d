/** Restarts. */
import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/handlers.ts";
import type { RestartJobs } from "./jobs.ts";

export function systemHandlers(app: AppContext, restarts: RestartJobs): Handlers {
  return {
    hubRestart: async ({ origin }) => {
      const pid = app.hub.connected ? (app.hub.status()?.pid ?? 0) : 0;
      await restarts.hub.start({ pid }, { origin }).passed("order");
      return {};
    },
    systemRestart: async ({ query, origin }) => {
      switch (query.action) {
        case "restart":
          await restarts.system.start({}, { origin }).passed("order");
          return {};
        case "reboot": {
          const booted = await app.host.facts.started().catch(() => 0);
          await restarts.device.start({ booted }, { origin }).passed("order");
          return {};
        }
        case "update":
          await app.use("update").start(origin);
          return {};
      }
    },
  };
}
