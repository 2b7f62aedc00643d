/**
 * Jobs that make the current project anew of what people edited on the device: the same upload, other values.
 *
 *     const activate = defineRemake(deps, { kind: "constants.activate", title: "…", reason: 1003 });
 *     const { code, restart, errors } = await activate(edits, origin);
 *
 * As with an upload, nothing has changed until `current.json` is replaced, and then the version is on trial.
 */
import { copyFile, link, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { CODES, LIMITS } from "@hubwart/contract";
import { isMissing, ResultError, syncFile } from "@hubwart/core";
import type { RestartReason } from "@hubwart/ipc";
import { type Edits, writeEdits } from "@hubwart/project";
import * as z from "zod/mini";
import type { JobOrigin } from "../../http/ports.ts";
import type { JobHandle, StepContext } from "../../platform/jobs/kind.ts";
import type { ProjectJobDeps } from "./jobs.ts";
import { type RunAnswer, takeOver } from "./prepare.ts";
import { named, newStagingFolder } from "./staging.ts";
import { texts } from "./texts.ts";
import { hasSwitched, onTrial, SWITCH, TRIAL } from "./trial-step.ts";
import type { Version, VersionMeta } from "./versions.ts";

export type RemakeAnswer = Pick<RunAnswer, "code" | "restart" | "errors" | "message">;
/** @throws ConflictError while another change is in progress, ResultError without a project */
export type Remake = (edits: Edits, origin?: JobOrigin) => Promise<RemakeAnswer>;
export interface RemakeKind {
  /** Never changes: stored jobs name it. */
  kind: string;
  title: string;
  /** The hub's restart is told with it. */
  reason: RestartReason;
}

const data = z.object({ folder: z.optional(z.string()) });
type Data = z.output<typeof data>;
interface Live {
  edits: Edits;
  /** Of the caller. */
  address: string | undefined;
  answer: RemakeAnswer;
  prepared?: { folder: string; meta: VersionMeta };
  answerEarly: (answer: RemakeAnswer) => void;
}

const FINE = { code: CODES.ok, restart: false, errors: [] };

export function defineRemake(deps: ProjectJobDeps, { kind, title, reason }: RemakeKind): Remake {
  const { jobs, versions, layout, log } = deps;
  const job: JobHandle<Data, Live> = jobs.define<Data, Live>({
    kind,
    title: () => title,
    lane: "device",
    data,
    steps: [
      {
        id: "compile",
        label: texts.remaking,
        run: async (context) => {
          const live = present(context);
          const current = versions.current();
          if (!current) throw new ResultError(CODES.noProject, texts.none);
          const folder = await newStagingFolder(layout.staging);
          context.keep({ folder });
          await named(() => compile(deps, { folder, current, live, signal: context.signal }));
          if (!live.prepared) await rm(folder, { recursive: true, force: true });
          if (live.answer.code !== CODES.ok) context.conclude(live.answer.code, texts.valuesUnfit);
        },
        undo: ({ data: kept }) => rm(kept.folder ?? "", { recursive: true, force: true }),
        afterCrash: "undo",
        cancellable: true,
      },
      {
        ...SWITCH,
        run: async (context) => {
          const { prepared } = present(context);
          if (!prepared) return;
          const version = await named(() => versions.add(prepared.folder, prepared.meta, reason));
          await rm(context.data.folder ?? "", { recursive: true, force: true });
          log.info(`Projektversion ${version}: ${title}`);
        },
        afterCrash: () => hasSwitched(versions),
      },
      {
        ...TRIAL,
        run: async (context) => {
          const { live } = context;
          const tried = await onTrial(context, {
            deps,
            reason,
            fresh: live !== undefined,
            linkOnly: false,
            seconds: LIMITS.uploadWaitSeconds,
            early: (restart) => live?.answerEarly({ ...FINE, restart }),
          });
          if (live) live.answer = { ...live.answer, ...tried };
        },
      },
    ],
  });

  return (edits, origin) =>
    new Promise((resolve, reject) => {
      const live: Live = { edits, address: origin?.address, answer: FINE, answerEarly: resolve };
      job.start({}, { live, ...(origin ? { origin } : {}) }).ended.then(() => resolve(live.answer), reject);
    });
}

interface Compilation {
  folder: string;
  current: Version;
  live: Live;
  signal: AbortSignal;
}

async function compile(deps: ProjectJobDeps, { folder, current, live, signal }: Compilation): Promise<void> {
  const { versions } = deps;
  const checked = path.join(folder, "checked");
  const version = path.join(folder, "version");
  for (const part of [checked, version]) await mkdir(part, { mode: 0o700 });
  const edits = path.join(folder, "edits.json");
  await writeEdits(edits, live.edits);
  const compiledFile = versions.file(current.version, "compiled.json");
  const result = await deps.check({
    file: compiledFile,
    originalName: current.meta.filename,
    folder: checked,
    previous: compiledFile,
    edits,
    signal,
  });
  if (result.hash === "") {
    const code = result.tooHeavy ? CODES.projectTooHeavy : CODES.projectInvalid;
    live.answer = { code, restart: false, errors: result.errors };
    return;
  }
  if (result.hash === current.meta.hash) return;
  await takeOver(result, version);
  // The same upload: its parts stand where they stood.
  await shareFile(versions.file(current.version, "places.json"), path.join(version, "places.json")).catch(
    (error: unknown) => {
      if (!isMissing(error)) throw error;
    },
  );
  const { stored } = current.meta;
  if (stored !== "no") {
    const name = stored === "plain" ? "upload" : "upload.enc";
    await shareFile(versions.file(current.version, name), path.join(version, name));
  }
  const meta: VersionMeta = {
    ...current.meta,
    hash: result.hash,
    of: current.meta.of ?? current.version,
    activated: Math.floor(deps.now() / 1000),
    ...(live.address === undefined ? {} : { address: live.address }),
  };
  live.prepared = { folder: version, meta };
}

/** Versions never change, so two of them may have a file in common. */
async function shareFile(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    await copyFile(source, target);
    await syncFile(target);
  }
}

/** Steps that need it are undone, not redone, by another process. */
function present(context: StepContext<Data, Live>): Live {
  if (context.live === undefined) throw new Error("an activation cannot be taken up");
  return context.live;
}
