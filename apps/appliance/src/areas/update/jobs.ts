/**
 * The update as a job. `docs/states/update.md` has the states.
 *
 * The job begins in one release and ends in another: up to the switch the old one runs it, the gate is kept by the new
 * one, and if that fails the old one finds the job as it was at the switch and ends it with the reason. So kind, data and
 * steps are a format between releases: steps are added, never renamed.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { diskRoom, ensureFolder, errorText, ResultError } from "@hubwart/core";
import type { JobHandle } from "../../platform/jobs/kind.ts";
import { UPDATE_KIND, type UpdateJob, type UpdateJobParts, updateData } from "./job-data.ts";
import { said } from "./said.ts";
import { gateStep, keepStep, switchStep } from "./switching.ts";
import { texts } from "./texts.ts";
import { WAY_BACK_MS } from "./way-back.ts";

const DOWNLOAD_LIMIT = 12 * 3_600_000;
const MIB = 1024 * 1024;
/** Kept free beside what is known. */
const SPARE = 32 * MIB;

export function defineUpdate(parts: UpdateJobParts): JobHandle<UpdateJob, undefined> {
  const { app, installer, service, settings, version: running } = parts;
  const { layout } = app;
  const archiveOf = ({ version }: UpdateJob) => path.join(layout.updates, `${version}.archive`);
  const clear = async ({ data }: { data: UpdateJob }) => {
    for (const file of [archiveOf(data), `${archiveOf(data)}.part`]) await rm(file, { force: true });
  };
  const release = ({ channel, version }: UpdateJob) => ({
    channel,
    version,
    arch: process.arch as "x64" | "arm64",
  });
  return app.jobs.define<UpdateJob>({
    kind: UPDATE_KIND,
    title: ({ version }) => texts.title(version),
    lane: "device",
    excludesAddons: true,
    covers: "updating",
    coversFrom: "switch",
    data: updateData,
    steps: [
      {
        id: "check",
        label: texts.checkVersion,
        cancellable: true,
        afterCrash: "redo",
        run: async ({ data, signal }) => {
          service.licensed(data.channel);
          const repository = await service.repository(data.channel, signal);
          const offer = repository.releases().find(({ version }) => version === data.version);
          if (!offer || !service.newer([offer]))
            throw new ResultError(CODES.updateLocal, texts.notOffered(data.version));
          await needRoom(layout.root, data.size + data.unpacked);
        },
      },
      {
        id: "download",
        label: texts.download,
        cancellable: true,
        afterCrash: "redo",
        limit: DOWNLOAD_LIMIT,
        undo: clear,
        run: async ({ data, progress, signal }) => {
          await ensureFolder(layout.updates);
          progress(0, data.size);
          const repository = await service.repository(data.channel, signal);
          const onBytes = (bytes: number) => progress(bytes, data.size);
          await trusted(repository.download(data, archiveOf(data), { signal, onBytes }), signal);
        },
      },
      {
        id: "verify",
        label: texts.checkContent,
        cancellable: true,
        afterCrash: "redo",
        run: async ({ data, signal }) => {
          // The metadata may have changed meanwhile: what was withdrawn is not installed.
          const repository = await service.repository(data.channel, signal);
          await trusted(repository.download(data, archiveOf(data), { signal }), signal);
        },
      },
      {
        id: "space",
        label: texts.checkRoom,
        cancellable: true,
        afterCrash: "redo",
        run: ({ data }) => needRoom(layout.root, data.unpacked),
      },
      keepStep(parts),
      {
        id: "unpack",
        label: texts.unpack,
        cancellable: true,
        afterCrash: "redo",
        undo: async ({ data }) => {
          if (data.version !== running) await installer.remove(data.version);
        },
        run: async ({ data, signal }) => {
          await trusted(installer.install(archiveOf(data), release(data), signal), signal);
          await clear({ data });
        },
      },
      switchStep(parts, texts.switchTo, ({ version }) => ({
        release: version,
        trialMs: app.config.updateTrial,
      })),
      gateStep(parts),
      {
        id: "done",
        label: texts.tidy,
        afterCrash: "redo",
        run: async ({ data, log }) => {
          // The new release has been called good: nothing may put it back any more.
          try {
            await tidy(data);
          } catch (error) {
            log.warn(texts.tidyUpdate(errorText(error)));
          }
        },
      },
    ],
  });

  async function tidy(job: UpdateJob): Promise<void> {
    const kept = new Set([job.version, job.from]);
    const there = await installer.versions();
    for (const version of there) if (!kept.has(version)) await installer.remove(version);
    settings.remember({ previous: job.from, kept: WAY_BACK_MS, newest: null });
  }
}

/** @throws what it stands for, in German */
async function trusted(task: Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await task;
  } catch (error) {
    signal.throwIfAborted();
    throw said(error);
  }
}

async function needRoom(folder: string, bytes: number): Promise<void> {
  const { free } = await diskRoom(folder);
  const needed = bytes + SPARE;
  if (free >= needed) return;
  throw new ResultError(CODES.storageFull, texts.noRoom(Math.ceil(needed / MIB), Math.floor(free / MIB)));
}
