/** Restarts and the list of containers. */
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import { RESTART_REASONS } from "@hubwart/ipc";
import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/handlers.ts";
import { ProcessFigures } from "./figures.ts";

export function systemRoutes(app: AppContext, startedAt: number): Handlers {
  const figures = new ProcessFigures(app.clock);
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
    systemPs: async () => {
      const pids = app.launcher
        .children()
        .filter((child) => child.running && child.name !== "vendor")
        .map((child) => child.pid);
      const own = await figures.of([...new Set([process.pid, ...pids])]);
      return {
        engine: false,
        reason: noEngine(app.config.containerEngine),
        containers: [
          {
            name: "s4q_main",
            system: true,
            running: true,
            started: new Date(startedAt * 1000).toISOString(),
            memory: own.memory,
            cpu: own.cpu,
          },
        ],
      };
    },
  };
}

function noEngine(setting: string): string {
  return setting === "none"
    ? "Die Container-Verwaltung ist auf diesem Gerät abgeschaltet."
    : "Auf diesem Gerät steht keine Container-Verwaltung zur Verfügung.";
}
