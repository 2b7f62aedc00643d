/** Another licence, or the same one anew: fetched, verified and stored, then the hub starts with it. */
import { createHash } from "node:crypto";
import { readFileIfThere } from "@hubwart/core";
import { RESTART_REASONS, type RestartReason } from "@hubwart/ipc";
import * as z from "zod/mini";
import type { JobHandle, JobKind } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { texts } from "./texts.ts";

export interface LicenseJobDeps {
  jobs: JobRunner;
  licenseFile: string;
  restartHub: (reason: RestartReason) => void;
  /** Fetches and verifies the licence of this key; `storing` is told what is about to be stored. */
  replace: (key: string, storing: (jws: string) => void) => Promise<void>;
}

/** The key is a secret and is not stored with the job; of the licence, its hash is. */
const data = z.object({ stores: z.optional(z.string()) });
type Data = z.output<typeof data>;

export interface LicenseLive {
  key: string;
}
export interface LicenseJobs {
  upload: JobHandle<Data, LicenseLive>;
  renew: JobHandle<Data, LicenseLive>;
}

const digest = (jws: string) => createHash("sha256").update(jws.trim()).digest("hex");

export function defineLicenseJobs(deps: LicenseJobDeps): LicenseJobs {
  const define = (kind: string, title: string) => deps.jobs.define(licenseKind(deps, kind, title));
  return {
    upload: define("license.upload", texts.changeKey),
    renew: define("license.renew", texts.renew),
  };
}

function licenseKind(deps: LicenseJobDeps, kind: string, title: string): JobKind<Data, LicenseLive> {
  return {
    kind,
    title: () => title,
    lane: "device",
    data,
    steps: [
      {
        id: "fetch",
        label: texts.fetching,
        run: async ({ live, keep }) => {
          if (live === undefined) throw new Error("a key is not stored");
          await deps.replace(live.key, (jws) => keep({ stores: digest(jws) }));
        },
        // The file is replaced whole: it is either the new one or the one before.
        afterCrash: async ({ data: { stores } }) => {
          const stored = await readFileIfThere(deps.licenseFile);
          return stored !== undefined && digest(stored) === stores ? "done" : "undo";
        },
      },
      {
        id: "restart",
        label: texts.restartHub,
        run: () => deps.restartHub(RESTART_REASONS.licenseTransferred),
        afterCrash: "redo",
      },
    ],
  };
}
