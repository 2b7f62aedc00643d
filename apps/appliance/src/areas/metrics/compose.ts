/** The page that Prometheus reads. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { metricsPage, type PageParts } from "./page.ts";
import { metricsHandlers, serveMetrics } from "./routes.ts";
import { MetricsToken } from "./token.ts";

/** Prometheus waits ten seconds for a page. ms. */
const ALARMS_WITHIN = 3_000;

/** `away`: what counts them does not answer. Undefined: no project runs. */
async function alarmsOf(hub: AppContext["hub"]): Promise<PageParts["alarms"]> {
  if (hub.status()?.state !== "running") return undefined;
  return await hub.request("alarmTally", {}, { timeout: ALARMS_WITHIN }).catch(() => "away" as const);
}

export async function compose(app: AppContext): Promise<Area> {
  const token = new MetricsToken(app.store, app.clock);
  const page = async () =>
    metricsPage({
      status: await app.use("status").status(),
      cpu: app.use("history").cpu,
      pods: app.hub.pods(),
      hubConnected: app.hub.connected,
      forwarding: app.use("forwarding").status(),
      alarms: await alarmsOf(app.hub),
    });
  return {
    handlers: metricsHandlers(token),
    serve: (server) => serveMetrics(server, token, page),
  };
}
