/** What an update knows of itself from its first step, in one release, to its last, in another: a format between releases. */
import { UPDATE_CHANNELS } from "@hubwart/contract";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { StepContext } from "../../platform/jobs/kind.ts";
import type { GateParts } from "./gate.ts";
import type { Installer } from "./installer.ts";
import { plantState } from "./plant.ts";
import type { UpdateService } from "./service.ts";
import type { UpdateSettings } from "./settings.ts";
import type { Mark } from "./trial.ts";

export const UPDATE_KIND = "update.install";
export const BACK_KIND = "update.back";

export const updateData = z.object({
  channel: z.enum(UPDATE_CHANNELS),
  version: z.string(),
  from: z.string(),
  /** Bytes. */
  size: z.number(),
  unpacked: z.number(),
  /** How the plant was before the switch. */
  before: z.optional(plantState),
  changeover: z.optional(z.string()),
  /** ms since the epoch. */
  switched: z.optional(z.number()),
});
export type UpdateJob = z.output<typeof updateData>;
export type UpdateStep = StepContext<UpdateJob, undefined>;

export interface UpdateJobParts {
  app: AppContext;
  service: UpdateService;
  settings: UpdateSettings;
  installer: Installer;
  /** Of this process. */
  version: string;
  gate: GateParts;
  mark: Mark;
}
