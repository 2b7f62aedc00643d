/** KNX interfaces: keyrings, log files, group monitor, search. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { knxHandlers } from "./routes.ts";
import { KnxService } from "./service.ts";

export async function compose({ hub, layout, log, clock, scope, sessions }: AppContext): Promise<Area> {
  const guesses = sessions.throttle;
  const service = new KnxService({ hub, layout, log: log.module("knx"), clock, guesses });
  service.collect(scope);
  return { handlers: knxHandlers(service) };
}
