/** The change of the update channel as a job. */
import { CODES, UPDATE_CHANNELS, type UpdateChannel } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import * as z from "zod/mini";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import type { UpdateJobParts } from "./job-data.ts";
import { texts } from "./texts.ts";

const channelData = z.object({ channel: z.enum(UPDATE_CHANNELS) });

export function defineChannelChange({
  app,
  service,
  settings,
}: UpdateJobParts): JobHandle<{ channel: UpdateChannel }, undefined> {
  return app.jobs.define({
    kind: "update.channel",
    title: () => "Update-Kanal wechseln",
    lane: "device",
    data: channelData,
    steps: [
      {
        id: "check",
        label: texts.checkChannel,
        cancellable: true,
        afterCrash: "undo",
        run: async ({ data, signal }) => {
          service.licensed(data.channel);
          const repository = await service.repository(data.channel, signal);
          if (repository.releases().length > 0) return;
          throw new ResultError(CODES.updateLocal, texts.channelEmpty);
        },
      },
      {
        id: "store",
        label: "Kanal merken",
        afterCrash: "redo",
        run: ({ data }) => {
          settings.choose(data.channel);
          settings.remember({ newest: null });
        },
      },
    ],
  });
}
