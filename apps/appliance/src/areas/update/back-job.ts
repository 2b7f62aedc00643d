/**
 * Back to the version that ran before, with the settings as they are now. The job begins in one release and ends in the other,
 * as an update does (jobs.ts): kind, data and steps are a format between releases. A release that cannot read the settings
 * is put back like any other.
 */
import { CODES } from "@hubwart/contract";
import { errorText, ResultError } from "@hubwart/core";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import { BACK_KIND, type UpdateJob, type UpdateJobParts, updateData } from "./job-data.ts";
import { gateStep, keepStep, switchStep } from "./switching.ts";
import { texts } from "./texts.ts";

export function defineBack(parts: UpdateJobParts): JobHandle<UpdateJob, undefined> {
  const { app, installer, settings } = parts;
  return app.jobs.define<UpdateJob>({
    kind: BACK_KIND,
    title: ({ version }) => texts.backTitle(version),
    lane: "device",
    excludesAddons: true,
    covers: "updating",
    coversFrom: "switch",
    data: updateData,
    steps: [
      {
        id: "check",
        label: texts.checkPrevious,
        cancellable: true,
        afterCrash: "redo",
        run: ({ data }) => {
          if (settings.memory().previous === data.version) return;
          throw new ResultError(CODES.updateNotPossible, texts.versionGone(data.version));
        },
      },
      keepStep(parts),
      switchStep(parts, texts.switchBack, async ({ version }) => {
        // What was never loaded is that of the installation.
        const loaded = (await installer.versions()).includes(version);
        return { release: loaded ? version : null, trialMs: 0 };
      }),
      gateStep(parts),
      {
        id: "done",
        label: texts.tidy,
        afterCrash: "redo",
        run: async ({ data, log }) => {
          settings.remember({ previous: null, kept: 0, trial: null, newest: null });
          await installer
            .remove(data.from)
            .catch((error: unknown) => log.warn(texts.tidyBack(errorText(error))));
        },
      },
    ],
  });
}
