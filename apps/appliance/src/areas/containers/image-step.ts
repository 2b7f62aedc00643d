/** The step that every job needs which starts an add-on: its image, with the bytes as progress. */
import type { AddOnId } from "@hubwart/containers";
import type { JobStep } from "../../platform/jobs/kind.ts";
import type { EngineLink } from "./link.ts";
import { texts } from "./texts.ts";

export const PULL_LIMIT = 60 * 60_000;

export function imageStep<Data extends { id: AddOnId }>(link: EngineLink): JobStep<Data> {
  return {
    id: "image",
    label: texts.loadImage,
    run: async ({ data: { id }, progress, signal }) => {
      if (await link.get().hasImage(id)) return;
      await link.get().pull(id, ({ done, total }) => progress(done, total), signal);
    },
    afterCrash: "redo",
    cancellable: true,
    limit: PULL_LIMIT,
  };
}
