/** What is done with add-ons, put together: their jobs, what they have saved, and what makes them as they are wanted. */
import { ADD_ON_IDS, type AddOnId } from "@hubwart/containers";
import { ensureFolder } from "@hubwart/core";
import type { AppContext } from "../../context.ts";
import type { Ground, Told } from "./compose-told.ts";
import { defineJobs } from "./jobs.ts";
import { defineLoad } from "./load-job.ts";
import { Overview } from "./overview.ts";
import { Reconciler } from "./reconciler.ts";
import { archiveOf, SavedData } from "./saved-data.ts";
import { ContainerService } from "./service.ts";
import { texts } from "./texts.ts";

export interface Work {
  overview: Overview;
  service: ContainerService;
  saved: SavedData;
  reconciler: Reconciler;
}

export async function composeWork(app: AppContext, ground: Ground, told: Told): Promise<Work> {
  const { clock, scope, layout } = app;
  const { crashes, lanes, link, log, wanted } = ground;
  const { influx, ngrok, tailscale } = told;
  const parameters = (id: AddOnId) => told.parameters.of(id);
  const overview = new Overview(link, () => app.use("system").ownContainer(), clock);
  const jobParts = { jobs: app.jobs, link, wanted, lanes, parameters };
  const jobs = defineJobs(jobParts);
  await ensureFolder(layout.addOnData);
  const args = (id: AddOnId, token: string) => (id === "influxdb" ? { token: influx.tokenFor(token) } : {});
  const load = defineLoad({ ...jobParts, layout, archiveOf, args });
  const saved = new SavedData({ layout, link, wanted, lanes, load, args, clock, scope, log });
  const missing = (id: AddOnId) => {
    if (id === "tailscale" && tailscale.token === "") return texts.tokenFirst;
    return id === "ngrok" && ngrok.settings().authtoken === "" ? texts.tokenFirst : undefined;
  };
  const service = new ContainerService({ link, wanted, jobs, overview, crashes, missing });
  const busy = (id: AddOnId) => app.jobs.occupied(`addon:${id}`);
  const reconciler = new Reconciler({ link, wanted, lanes, crashes, busy, clock, scope, log, parameters });
  pokeWithJobs(app, busy, reconciler);
  return { overview, service, saved, reconciler };
}

/** Once a job of an add-on begins, to which the reconciler leaves it, and once it has ended. */
function pokeWithJobs(
  { jobs, scope }: AppContext,
  busy: (id: AddOnId) => boolean,
  reconciler: Reconciler,
): void {
  let working = "";
  scope.add(
    jobs.onChange(() => {
      const worked = working;
      working = ADD_ON_IDS.filter(busy).join();
      if (worked !== working) reconciler.poke();
    }),
  );
}
