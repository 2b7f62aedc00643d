/** Restarts, the product as a row of the list of containers, the API document. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { defineRestarts } from "./jobs.ts";
import { openApiHandlers } from "./openapi.ts";
import { systemHandlers } from "./routes.ts";
import { SystemService } from "./service.ts";

export async function compose(app: AppContext): Promise<Area> {
  const service = new SystemService(app);
  return {
    handlers: { ...systemHandlers(app, defineRestarts(app)), ...openApiHandlers(app.config.product) },
    offers: { system: { ownContainer: () => service.ownContainer() } },
  };
}
