/** Data of an add-on out of a restored backup takes the place of what it has. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { type AddOnId, CATALOGUE } from "@hubwart/containers";
import type { DataLayout } from "@hubwart/core";
import * as z from "zod/mini";
import type { JobHandle, JobStep } from "../../platform/jobs/kind.ts";
import { imageStep } from "./image-step.ts";
import type { JobParts } from "./jobs.ts";
import { texts } from "./texts.ts";

const schema = z.object({ id: z.enum(["influxdb", "grafana", "mosquitto"]) });
type Data = z.output<typeof schema>;
type Step = JobStep<Data>;
export type LoadJob = JobHandle<Data, undefined>;

const LOAD_LIMIT = 2 * 60 * 60_000;

export interface LoadParts extends JobParts {
  layout: DataLayout;
  archiveOf: (layout: DataLayout, id: AddOnId) => string;
  args: (id: AddOnId, token: string) => unknown;
}

/** Opened when it is read, and not before: then somebody hears of what goes wrong. */
async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Uint8Array>;
}

export function defineLoad({ archiveOf, args, jobs, lanes, layout, link, parameters }: LoadParts): LoadJob {
  const step = (
    id: string,
    label: string,
    run: (id: AddOnId, signal: AbortSignal) => Promise<void>,
  ): Step => ({
    id,
    label,
    run: ({ data, signal }) => run(data.id, signal),
    // Each bears being done again, and the archive stays until the last one.
    afterCrash: "redo",
    limit: LOAD_LIMIT,
  });
  const healthy = (id: AddOnId) => link.get().awaitHealthy(id);
  return jobs.define<Data>({
    kind: "container.load",
    title: ({ id }) => texts.loadData(CATALOGUE[id].title),
    lane: ({ id }) => `addon:${id}`,
    data: schema,
    steps: [
      imageStep<Data>(link),
      step("reset", texts.deleteOldData, (id, signal) => lanes.run(id, () => link.get().reset(id), signal)),
      step("start", texts.starting, (id, signal) =>
        lanes.run(id, async () => link.get().start(id, await parameters(id)), signal),
      ),
      step("ready", texts.checking, healthy),
      step("load", texts.fillData, async (id, signal) => {
        const load = () => link.get().load(id, args(id, ""), contentOf(archiveOf(layout, id)));
        await lanes.run(id, load, signal);
      }),
      step("healthy", texts.checkResult, healthy),
      step("drop", texts.tidying, (id) => rm(archiveOf(layout, id), { force: true })),
    ],
  });
}
