/** The page that Prometheus reads. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { metricsPage } from "./page.ts";
import { metricsHandlers, serveMetrics } from "./routes.ts";
import { MetricsToken } from "./token.ts";

export async function compose(app: AppContext): Promise<Area> {
  const token = new MetricsToken(app.store, app.clock);
  const page = async () =>
    metricsPage({
      status: await app.use("status").status(),
      cpu: app.use("history").cpu,
      pods: app.hub.pods(),
      hubConnected: app.hub.connected,
      forwarding: app.use("forwarding").status(),
    });
  return {
    handlers: metricsHandlers(token),
    serve: (server) => serveMetrics(server, token, page),
  };
}
