/** The event log as people read it, and how much is written into it. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { LogLevels } from "./levels.ts";
import { logHandlers } from "./routes.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { store, clock, scope, hub, sink } = app;
  const log = app.log.module("log");
  const levels = new LogLevels({ store, clock, scope, log, hub, system: sink, pods: app.use("pods") });
  return {
    handlers: logHandlers({
      layout: app.layout,
      levels,
      hubStarted: () => app.use("status").hubStarted(),
      containerLog: (query) => app.use("containers").log(query),
    }),
  };
}
