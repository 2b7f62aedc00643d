/** What is done with an add-on, as jobs. Each ends in the state it names, or in the one before. */

import { ADD_ON_IDS, type AddOnId, CATALOGUE } from "@hubwart/containers";
import { CODES } from "@hubwart/contract";
import { ConflictError, errorText, InvalidInputError, ResultError } from "@hubwart/core";
import * as z from "zod/mini";
import type { JobHandle, JobStep } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { imageStep, PULL_LIMIT } from "./image-step.ts";
import type { Lanes } from "./lanes.ts";
import type { EngineLink } from "./link.ts";
import { texts } from "./texts.ts";
import type { Wanted } from "./wanted.ts";

const schema = z.object({
  id: z.enum(ADD_ON_IDS),
  /** Whether it was to run before. */
  before: z.optional(z.boolean()),
  /** Whether the registry has another image than the container. */
  newer: z.optional(z.boolean()),
  /** Started anew for its settings: one of another image is not kept for it. */
  renew: z.optional(z.boolean()),
});
type Data = z.output<typeof schema>;
type Step = JobStep<Data>;

export interface JobParts {
  jobs: Pick<JobRunner, "define">;
  link: EngineLink;
  wanted: Wanted;
  lanes: Lanes;
  parameters: (id: AddOnId) => Promise<unknown>;
}

export interface AddOnJobs {
  start: JobHandle<Data, undefined>;
  stop: JobHandle<Data, undefined>;
  restart: JobHandle<Data, undefined>;
  update: JobHandle<Data, undefined>;
  reset: JobHandle<Data, undefined>;
}

export function defineJobs(parts: JobParts): AddOnJobs {
  const { jobs, link, wanted, lanes, parameters } = parts;
  const define = (what: string, verb: string, steps: readonly Step[]) =>
    jobs.define<Data>({
      kind: `container.${what}`,
      title: ({ id }) => `${CATALOGUE[id].title} ${verb}`,
      lane: ({ id }) => `addon:${id}`,
      data: schema,
      steps: steps.map(told),
    });
  // In its turn, so that nothing older is given than what was handed over before.
  const start = (id: AddOnId, signal?: AbortSignal, keep = false) =>
    lanes.run(id, async () => link.get().start(id, await parameters(id), { keep }), signal);
  const stop = (id: AddOnId, signal?: AbortSignal) => lanes.run(id, () => link.get().stop(id), signal);

  const want = (on: boolean): Step => ({
    id: "want",
    label: on ? texts.noteActive : texts.noteInactive,
    run: ({ data, keep }) => {
      keep({ before: wanted.active(data.id) });
      wanted.set(data.id, on);
    },
    undo: ({ data }) => {
      if (data.before !== undefined) wanted.set(data.id, data.before);
    },
    afterCrash: "redo",
  });
  const image = imageStep<Data>(link);
  const starting: Step = {
    id: "start",
    label: texts.starting,
    run: ({ data, signal }) => start(data.id, signal),
    undo: async ({ data }) => {
      if (data.before !== true) await stop(data.id);
    },
    afterCrash: "redo",
  };
  const healthy: Step = {
    id: "healthy",
    label: texts.checking,
    run: ({ data }) => link.get().awaitHealthy(data.id),
    afterCrash: "redo",
  };
  const stopping: Step = {
    id: "stop",
    label: texts.stopping,
    run: ({ data, signal }) => stop(data.id, signal),
    afterCrash: "redo",
  };
  /** As above, but only for one that is to run. */
  const ifWanted = (step: Step): Step => ({
    ...step,
    run: async (context) => {
      if (wanted.active(context.data.id)) await step.run(context);
    },
  });

  return {
    start: define("start", "starten", [want(true), image, starting, healthy]),
    stop: define("stop", "anhalten", [want(false), stopping]),
    restart: define("restart", texts.toRestart, [
      // Nothing is stopped or deleted before what comes after it is there.
      { ...image, run: async (context) => (context.data.renew ? ifWanted(image).run(context) : undefined) },
      stopping,
      ifWanted({ ...starting, run: ({ data, signal }) => start(data.id, signal, data.renew !== true) }),
      ifWanted(healthy),
    ]),
    reset: define("reset", texts.toReset, [
      ifWanted(image),
      {
        id: "reset",
        label: texts.deleteData,
        run: ({ data, signal }) => lanes.run(data.id, () => link.get().reset(data.id), signal),
        afterCrash: "redo",
      },
      ifWanted(starting),
      ifWanted(healthy),
    ]),
    update: define("update", "aktualisieren", updateSteps(parts, { start, healthy })),
  };
}

/** The specification's code, and the reason, for whatever goes wrong. */
function told(step: Step): Step {
  return {
    ...step,
    run: async (context) => {
      try {
        await step.run(context);
      } catch (error) {
        if (error instanceof ConflictError || error instanceof InvalidInputError || context.signal.aborted) {
          throw error;
        }
        throw new ResultError(CODES.containerUpdate, errorText(error), { cause: error });
      }
    },
  };
}

/** Until the new container has proved itself, the old one is kept aside. What is to run has to do so afterwards, new or not. */
function updateSteps(
  { link, wanted, lanes }: JobParts,
  {
    start,
    healthy,
  }: { start: (id: AddOnId, signal?: AbortSignal, keep?: boolean) => Promise<void>; healthy: Step },
): Step[] {
  const ifNewer = (step: Step): Step => ({
    ...step,
    run: async (context) => {
      if (context.data.newer !== false) await step.run(context);
    },
  });
  const putBack = async (id: AddOnId) => {
    await lanes.run(id, () => link.get().putBack(id));
    if (wanted.active(id)) await start(id, undefined, true);
  };
  const whileRunning = (step: Step): Step => ({
    ...step,
    run: async (context) => {
      if (wanted.active(context.data.id)) await step.run(context);
    },
  });
  return [
    {
      id: "pull",
      label: texts.loadImage,
      run: async ({ data: { id }, progress, signal, keep }) => {
        keep(await link.get().pull(id, ({ done, total }) => progress(done, total), signal));
      },
      afterCrash: "redo",
      cancellable: true,
      limit: PULL_LIMIT,
    },
    ifNewer({
      id: "aside",
      label: texts.stopOld,
      run: ({ data, signal }) => lanes.run(data.id, () => link.get().setAside(data.id), signal),
      undo: ({ data }) => (data.newer === false ? undefined : putBack(data.id)),
      afterCrash: "undo",
    }),
    whileRunning({
      id: "start",
      label: texts.startNew,
      run: ({ data, signal }) => start(data.id, signal),
      afterCrash: "undo",
    }),
    whileRunning({ ...healthy, afterCrash: "undo" }),
    ifNewer({
      id: "drop",
      label: texts.removeOld,
      run: ({ data, signal }) => lanes.run(data.id, () => link.get().dropAside(data.id), signal),
      afterCrash: "redo",
    }),
  ];
}
