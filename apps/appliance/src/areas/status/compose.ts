/** The status page and its banner. */
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { hubChanges } from "../../hub-link.ts";
import { statusWithin } from "./kept.ts";
import { PlantWatch } from "./plant-watch.ts";
import { statusHandlers } from "./routes.ts";
import { StatusService } from "./service.ts";

const EVERY_MS = 5_000;

export async function compose(app: AppContext): Promise<Area> {
  const service = new StatusService(app);
  const plant = new PlantWatch(app.clock);
  app.scope.add(app.clock.every(EVERY_MS, () => void observe(app, plant)));
  return {
    handlers: statusHandlers(service, {
      names: () => app.sessions.people.any,
      directory: () => app.use("oidc").offered(),
    }),
    // What came back is none of the findings from the moment the hub says so: the page counts connections by that too.
    findings: () => {
      plant.recovered(app.hub.connected ? app.hub.pods() : []);
      return plant.findings();
    },
    offers: { status: service },
    topics: {
      status: {
        read: () => service.status(),
        keptTo: async (kept) =>
          statusWithin(kept.patterns && { channels: kept.patterns }, await service.status()),
        every: EVERY_MS,
        changes: hubChanges(app.hub),
      },
    },
  };
}

/** Nothing is said of a hub that is away: that is a finding of its own. */
async function observe({ hub }: AppContext, plant: PlantWatch): Promise<void> {
  if (!hub.connected || hub.status()?.state !== "running") return plant.observe(undefined);
  const uncertain = await hub.request("uncertain", {}).catch(() => undefined);
  plant.observe(hub.connected ? hub.pods() : undefined, uncertain?.pods);
}
