/** Whether the manufacturer's services are reached. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { serviceProbe } from "../../platform/vendor/service-probe.ts";
import { connectivityFindings } from "./findings.ts";
import { connectivityHandlers } from "./routes.ts";
import { ConnectivityService } from "./service.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, scope, config, layout } = app;
  const service = new ConnectivityService({
    clock,
    scope,
    license: serviceProbe(config.licenseUrl, "licenses", layout),
    update: serviceProbe(config.updateUrl, "updates", layout),
  });
  scope.add(app.use("license").onChange(() => void service.check()));
  return {
    handlers: connectivityHandlers(service),
    findings: () => connectivityFindings(service.last()),
    offers: { connectivity: service },
  };
}
