/** What runs and what ran; stopping it. */
import { NotFoundError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { demand } from "../../http/rights.ts";
import type { Topic } from "../stream/topics.ts";
import { texts } from "../texts.ts";
import type { JobRunner } from "./runner.ts";

export function jobHandlers(runner: JobRunner): Handlers {
  return {
    jobs: async ({ query }) => ({ jobs: runner.list(query.limit) }),
    jobCancel: async (request) => {
      const { id } = request.query;
      const job = runner.list().find((known) => known.id === id);
      if (!job) throw new NotFoundError(texts.noJob);
      request.audit({ after: { id, job: job.title } });
      if (request.session) demand(request.session.level, job.needs);
      runner.cancel(id);
      return {};
    },
  };
}

const EVERY_MS = 15_000;

export function jobTopic(runner: JobRunner): Topic {
  return {
    read: async () => runner.recent(),
    every: EVERY_MS,
    changes: (changed) => runner.onChange(changed),
  };
}
