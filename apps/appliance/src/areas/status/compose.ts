/** The status page and its banner. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { hubChanges } from "../../hub-link.ts";
import { statusHandlers } from "./routes.ts";
import { StatusService } from "./service.ts";

const EVERY_MS = 5_000;

export async function compose(app: AppContext): Promise<Area> {
  const service = new StatusService(app);
  return {
    handlers: statusHandlers(service),
    offers: { status: service },
    topics: { status: { read: () => service.status(), every: EVERY_MS, changes: hubChanges(app.hub) } },
  };
}
