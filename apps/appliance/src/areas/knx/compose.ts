/** KNX interfaces: keyrings, log files, group monitor. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { knxHandlers } from "./routes.ts";
import { KnxService } from "./service.ts";

export async function compose({ hub, layout, log, clock, scope }: AppContext): Promise<Area> {
  const service = new KnxService(hub, layout, log.module("knx"));
  service.collect(clock, scope);
  return { handlers: knxHandlers(service) };
}
