/**
 * Changes of the public files, as jobs. Until the link is moved nothing has changed, and an interrupted job is undone;
 * after that it has happened.
 */
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CODES } from "@hubwart/contract";
import { type DiskRoom, isDiskFull, pipe, ResultError } from "@hubwart/core";
import * as z from "zod/mini";
import type { JobHandle, JobStep } from "../../platform/jobs/kind.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import { texts } from "./texts.ts";
import type { PublicTree } from "./tree.ts";

export interface HtdocsJobDeps {
  jobs: JobRunner;
  tree: PublicTree;
  room: () => Promise<DiskRoom>;
}

const data = z.object({ tree: z.optional(z.string()) });
export type HtdocsData = z.output<typeof data>;
export interface UploadLive {
  stream: Readable;
  /** The caller's. */
  signal: AbortSignal;
  /** Files unpacked. */
  files: number;
}

/** Stays free for what the device writes by itself. */
const SPARE = 32 * 1024 ** 2;

export function defineHtdocsJobs({ jobs, tree, room }: HtdocsJobDeps): {
  upload: JobHandle<HtdocsData, UploadLive>;
  clean: JobHandle<HtdocsData, undefined>;
} {
  const named = ({ tree: name }: HtdocsData): string => {
    if (name === undefined) throw new Error("no tree was begun");
    return name;
  };
  const discard = async (kept: Readonly<HtdocsData>) => {
    if (kept.tree === undefined) return;
    await rm(archiveOf(kept.tree), { force: true });
    await tree.discard(kept.tree);
  };
  const archiveOf = (name: string) => `${tree.folder(name)}.zip`;
  const swap: JobStep<HtdocsData, never> = {
    id: "show",
    label: texts.takeOver,
    run: (context) => tree.show(named(context.data)),
    afterCrash: async (context) => ((await tree.current()) === context.data.tree ? "done" : "undo"),
  };

  return {
    upload: jobs.define<HtdocsData, UploadLive>({
      kind: "htdocs.upload",
      title: () => texts.upload,
      lane: "device",
      data,
      steps: [
        {
          id: "unpack",
          label: "Archiv entpacken",
          run: async ({ live, keep, signal, progress }) => {
            if (live === undefined) throw new Error("an upload cannot be taken up");
            const name = await tree.begin();
            keep({ tree: name });
            const archive = archiveOf(name);
            const heeded = AbortSignal.any([signal, live.signal]);
            await withRoom(async () => {
              await pipe([live.stream, createWriteStream(archive, { flags: "wx", mode: 0o600 })], heeded);
              const { free } = await room();
              const { unpack } = await import("./unpack.ts");
              live.files = await unpack({
                archive,
                target: tree.folder(name),
                free: free - SPARE,
                signal: heeded,
                progress: (done, total) => progress(done, total, "bytes"),
              });
            });
            await rm(archive, { force: true });
          },
          undo: ({ data: kept }) => discard(kept),
          afterCrash: "undo",
          cancellable: true,
        },
        swap,
      ],
    }),

    clean: jobs.define<HtdocsData>({
      kind: "htdocs.clean",
      title: () => texts.remove,
      lane: "device",
      data,
      steps: [
        {
          id: "empty",
          label: "Leeren Ordner anlegen",
          run: async ({ keep }) => keep({ tree: await tree.begin() }),
          undo: ({ data: kept }) => discard(kept),
          afterCrash: "undo",
        },
        swap,
      ],
    }),
  };
}

async function withRoom(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new ResultError(CODES.storageFull, texts.storageFull, { cause: error });
  }
}
