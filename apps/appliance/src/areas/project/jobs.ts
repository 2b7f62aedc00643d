/**
 * What is done to projects, as jobs. Until `current.json` is replaced nothing has changed, and an interrupted job is
 * undone; after that the new version is on trial, and the next start takes the trial up.
 */
import { rm } from "node:fs/promises";
import { CODES, LIMITS } from "@hubwart/contract";
import type { Clock, DataLayout, Logger } from "@hubwart/core";
import { RESTART_REASONS } from "@hubwart/ipc";
import * as z from "zod/mini";
import type { JobHandle, StepContext } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import type { Upload } from "../../project-upload.ts";
import { type Current, checkUpload, completeVersion, type PrepareDeps, type RunAnswer } from "./prepare.ts";
import { named, newStagingFolder, withStagingFolder } from "./staging.ts";
import { texts } from "./texts.ts";
import type { Outcome, Trials } from "./trial.ts";
import { hasSwitched, onTrial, SWITCH, TRIAL, taken } from "./trial-step.ts";
import type { VersionMeta, VersionStore } from "./versions.ts";

export interface ProjectJobDeps extends PrepareDeps {
  layout: DataLayout;
  clock: Clock;
  log: Logger;
  jobs: JobRunner;
  versions: VersionStore;
  trials: Trials;
}

/** What a caller waits for, and what a step hands to the next. */
export interface UploadLive {
  upload: Upload;
  answer?: RunAnswer;
  prepared?: { folder: string; meta: VersionMeta; linkOnly: boolean };
  /** Answers the caller before the judgement; the job goes on. */
  answerEarly: (answer: RunAnswer) => void;
}
export interface RestoreLive {
  answer: Outcome & { restart: boolean };
  answerEarly: (answer: Outcome & { restart: boolean }) => void;
}

const uploadData = z.object({ filename: z.string(), folder: z.optional(z.string()) });
const restoreData = z.object({ version: z.string() });
const trialData = z.object({});
type UploadData = z.output<typeof uploadData>;

export interface ProjectJobs {
  check: JobHandle<UploadData, UploadLive>;
  upload: JobHandle<UploadData, UploadLive>;
  restore: JobHandle<z.output<typeof restoreData>, RestoreLive>;
  /** Takes up a trial that no stored job speaks of. */
  trial: JobHandle<object, undefined>;
}

export function defineProjectJobs(deps: ProjectJobDeps): ProjectJobs {
  const { jobs, versions, trials, layout, log } = deps;
  const running = (): Current | undefined => {
    const found = versions.current();
    if (!found) return undefined;
    const { version, meta } = found;
    return {
      hash: meta.hash,
      compiledFile: versions.file(version, "compiled.json"),
      stored: meta.stored,
      storedFile: versions.file(version, meta.stored === "encrypted" ? "upload.enc" : "upload"),
    };
  };
  const switched = () => hasSwitched(versions);

  return {
    check: jobs.define<UploadData, UploadLive>({
      kind: "project.check",
      title: () => texts.checking,
      lane: "device",
      data: uploadData,
      steps: [
        {
          id: "check",
          label: texts.checking,
          run: async (context) => {
            const live = present(context);
            const upload = heeding(live.upload, context.signal);
            const checked = await withStagingFolder(layout.staging, (folder) =>
              checkUpload(deps, upload, folder, running()),
            );
            told(context, live, checked.answer, versions.state.version);
          },
          afterCrash: "undo",
          cancellable: true,
        },
      ],
    }),

    upload: jobs.define<UploadData, UploadLive>({
      kind: "project.upload",
      title: () => texts.uploading,
      lane: "device",
      data: uploadData,
      steps: [
        {
          id: "check",
          label: texts.checking,
          run: async (context) => {
            const live = present(context);
            const folder = await newStagingFolder(layout.staging);
            context.keep({ folder });
            const current = running();
            const upload = heeding(live.upload, context.signal);
            const checked = await named(() => checkUpload(deps, upload, folder, current));
            const meta = await named(() => completeVersion(deps, checked, current));
            const { answer, result, version } = checked;
            if (meta) {
              const linkOnly = result.changes?.linkOnly === true || answer.old_hash === answer.new_hash;
              live.prepared = { folder: version, meta, linkOnly };
            } else await rm(folder, { recursive: true, force: true });
            told(context, live, answer, versions.state.version);
          },
          // The next start empties the place of uploads before it does anything else.
          undo: ({ data }) => rm(data.folder ?? "", { recursive: true, force: true }),
          afterCrash: "undo",
          cancellable: true,
        },
        {
          ...SWITCH,
          run: async (context) => {
            const live = present(context);
            if (!live.prepared) return;
            const { folder, meta } = live.prepared;
            const note = live.upload.note?.();
            const version = await named(() =>
              versions.add(folder, meta, RESTART_REASONS.projectUploaded, note),
            );
            await rm(context.data.folder ?? "", { recursive: true, force: true });
            log.info(texts.taken(version, context.data.filename));
          },
          afterCrash: switched,
        },
        {
          ...TRIAL,
          run: async (context) => {
            const { live } = context;
            const answer = live?.answer;
            const tried = await onTrial(context, {
              deps,
              reason: RESTART_REASONS.projectUploaded,
              fresh: live !== undefined,
              linkOnly: live?.prepared?.linkOnly === true,
              seconds: live?.upload.wait ?? 0,
              early: (restart) => answer && live?.answerEarly({ ...answer, restart }),
            });
            if (!live || !answer) return;
            live.answer = { ...answer, ...tried };
            live.upload.noted?.({ version: versions.state.version, hash: answer.new_hash });
          },
        },
      ],
    }),

    restore: jobs.define<z.output<typeof restoreData>, RestoreLive>({
      kind: "project.restore",
      title: () => texts.restoring,
      lane: "device",
      data: restoreData,
      steps: [
        {
          ...SWITCH,
          run: async ({ data }) => {
            await versions.restore(data.version, RESTART_REASONS.projectChanged);
            log.info(texts.restored(data.version));
          },
          afterCrash: switched,
        },
        {
          ...TRIAL,
          run: async (context) => {
            const { live } = context;
            const tried = await onTrial(context, {
              deps,
              reason: RESTART_REASONS.projectChanged,
              fresh: live !== undefined,
              linkOnly: false,
              seconds: LIMITS.uploadWaitSeconds,
              early: (restart) => live?.answerEarly({ code: CODES.ok, restart }),
            });
            if (live) live.answer = { ...live.answer, ...tried };
          },
        },
      ],
    }),

    trial: jobs.define<object>({
      kind: "project.trial",
      title: () => texts.applying,
      lane: "device",
      data: trialData,
      steps: [{ ...TRIAL, run: async (context) => void (await taken(context, trials, versions)) }],
    }),
  };
}

/** Steps that need it are undone, not redone, by another process. */
function present(context: StepContext<UploadData, UploadLive>): UploadLive {
  if (context.live === undefined) throw new Error("an upload cannot be taken up");
  return context.live;
}

function told(
  context: StepContext<UploadData, UploadLive>,
  live: UploadLive,
  answer: RunAnswer,
  version: string | null,
): void {
  live.answer = answer;
  live.upload.noted?.({ version, hash: answer.new_hash });
  if (answer.code !== CODES.ok) context.conclude(answer.code, texts.notApplied);
}

function heeding(upload: Upload, signal: AbortSignal): Upload {
  return { ...upload, signal: AbortSignal.any([upload.signal, signal]) };
}
