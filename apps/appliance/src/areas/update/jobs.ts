/**
 * The update as a job, and the change of the channel. `docs/states/update.md` has the states.
 *
 * The job begins in one release and ends in another: up to the switch the old one runs it, the gate is kept by the new
 * one, and if that fails the old one finds the job as it was at the switch and ends it with the reason. So kind, data and
 * steps are a format between releases: steps are added, never renamed.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { CODES, UPDATE_CHANNELS, type UpdateChannel } from "@hubwart/contract";
import {
  type DataLayout,
  diskRoom,
  ensureFolder,
  errorText,
  ResultError,
  readChangeover,
  requestChangeover,
  UnavailableError,
} from "@hubwart/core";
import * as z from "zod/mini";
import type { AppContext } from "../../context.ts";
import type { CrashRule, JobHandle, StepContext } from "../../platform/jobs/kind.ts";
import { keepFailedLog } from "./failed-log.ts";
import { type GateParts, heldAgainst } from "./gate.ts";
import type { Installer } from "./installer.ts";
import { plantNow, plantState } from "./plant.ts";
import type { UpdateService } from "./service.ts";
import type { UpdateSettings } from "./settings.ts";
import { said } from "./texts.ts";

export const UPDATE_KIND = "update.install";

const data = z.object({
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
export type UpdateJob = z.output<typeof data>;
type Step = StepContext<UpdateJob, undefined>;

export interface UpdateJobParts {
  app: AppContext;
  service: UpdateService;
  settings: UpdateSettings;
  installer: Installer;
  /** Of this process. */
  version: string;
  gate: GateParts;
}

const DOWNLOAD_LIMIT = 12 * 3_600_000;
/** ms for the event stream to tell every tab. */
const TELL_MS = 300;
/** ms within which this process is to end. */
const END_LIMIT = 60_000;
const GOOD_LIMIT = 30_000;
const LOOK_EVERY = 100;
const MIB = 1024 * 1024;
/** Kept free beside what is known. */
const SPARE = 32 * MIB;

/** What a new release migrates, and what is put back with the old one: settings, not recorded values or uploads. */
export function settingsFiles(layout: DataLayout): string[] {
  const {
    credentialFile,
    currentProject,
    hostSettings,
    licenseFile,
    podHandover,
    podSettings,
    podTokens,
    stateDb,
  } = layout;
  return [
    ...["", "-wal", "-shm"].map((end) => `${stateDb}${end}`),
    credentialFile,
    hostSettings,
    path.dirname(licenseFile),
    podSettings,
    podTokens,
    podHandover,
    currentProject,
    layout.tls,
  ].map((file) => path.relative(layout.root, file));
}

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
    title: ({ version }) => `Update auf Version ${version}`,
    lane: "device",
    excludesAddons: true,
    covers: "updating",
    coversFrom: "switch",
    data,
    steps: [
      {
        id: "check",
        label: "Version prüfen",
        cancellable: true,
        afterCrash: "redo",
        run: async ({ data, signal }) => {
          service.licensed(data.channel);
          const repository = await service.repository(data.channel, signal);
          const offer = repository.releases().find(({ version }) => version === data.version);
          if (!offer || !service.newer([offer]))
            throw new ResultError(CODES.updateLocal, `Version ${data.version} wird nicht mehr angeboten.`);
          await needRoom(layout.root, data.size + data.unpacked);
        },
      },
      {
        id: "download",
        label: "Herunterladen",
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
        label: "Unterschrift und Inhalt prüfen",
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
        label: "Speicherplatz prüfen",
        cancellable: true,
        afterCrash: "redo",
        run: ({ data }) => needRoom(layout.root, data.unpacked),
      },
      {
        id: "snapshot",
        label: "Einstellungen sichern",
        cancellable: true,
        afterCrash: "redo",
        run: () => {
          // Proves that the database can be read as a whole; the launcher copies the files themselves at the switch.
          app.store.keepCopy(layout.stateCopies, app.clock.now());
        },
      },
      {
        id: "unpack",
        label: "Neben der laufenden Version auspacken",
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
      {
        id: "switch",
        label: "Auf die neue Version wechseln",
        limit: END_LIMIT,
        afterCrash: async ({ data }) => await afterSwitch(app, data),
        undo: ({ data }) => withdraw(app, data),
        run: (step) => switchOver(parts, step),
      },
      {
        id: "gate",
        label: "Betrieb prüfen",
        limit: app.config.updateGate + END_LIMIT,
        afterCrash: "redo",
        run: (step) => keepGate(parts, step),
      },
      {
        id: "done",
        label: "Aufräumen",
        afterCrash: "redo",
        run: async ({ data, log }) => {
          // The new release has been called good: nothing may put it back any more.
          try {
            await tidy(data);
          } catch (error) {
            log.warn(`Update aufräumen: ${errorText(error)}`);
          }
        },
      },
    ],
  });

  async function tidy(job: UpdateJob): Promise<void> {
    const kept = new Set([job.version, job.from]);
    const there = await installer.versions();
    for (const version of there) if (!kept.has(version)) await installer.remove(version);
    settings.remember({ previous: job.from, newest: null });
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
  throw new ResultError(
    CODES.storageFull,
    `Für das Update sind ${Math.ceil(needed / MIB)} MB frei nötig, es sind ${Math.floor(free / MIB)} MB.`,
  );
}

async function switchOver({ app }: UpdateJobParts, { data, id, keep, signal }: Step): Promise<void> {
  const { clock, config, hub, launcher, layout } = app;
  const changeover = data.changeover ?? `update-${id}-${Math.floor(clock.now())}`;
  keep({ before: data.before ?? plantNow(hub), changeover, switched: clock.now() });
  // Every open console hears of it, and covers itself, before the stream ends.
  await new Promise<void>((resolve) => void clock.after(TELL_MS, resolve));
  signal.throwIfAborted();
  await requestChangeover(layout.root, {
    id: changeover,
    kind: "update",
    replace: [],
    keep: settingsFiles(layout),
    release: data.version,
    gateMs: config.updateGate,
  });
  launcher.changeover(changeover, "begin");
  await theEnd(signal);
}

async function afterSwitch({ layout }: AppContext, { changeover }: UpdateJob): Promise<CrashRule> {
  const record = await readChangeover(layout.root);
  if (record === undefined || record.id !== changeover) return "undo";
  return record.state === "ready" ? "redo" : "done";
}

/** The launcher has not begun: nothing will happen any more. On trial: it puts back. */
async function withdraw({ launcher, layout }: AppContext, { changeover }: UpdateJob): Promise<void> {
  const record = await readChangeover(layout.root);
  if (record === undefined || record.id !== changeover) return;
  if (record.state === "ready") await rm(layout.changeoverFile, { force: true });
  else if (record.state === "trial") launcher.changeover(record.id, "bad", "Das Update wurde abgebrochen.");
}

async function keepGate(parts: UpdateJobParts, { data, log, signal }: Step): Promise<void> {
  const { app, gate, version: running } = parts;
  const { clock, config, launcher, layout } = app;
  const record = await readChangeover(layout.root);
  if (record === undefined || record.id !== data.changeover)
    throw new ResultError(CODES.updatePutBack, "Es lässt sich nicht feststellen, was aus dem Update wurde.");
  if (record.state === "done" && running === data.version) return;
  if (record.state !== "trial") {
    await keepFailedLog(app, data, record.reason);
    throw new ResultError(
      CODES.updatePutBack,
      `${sentence(record.reason)} Es läuft wieder Version ${running} mit den Einstellungen von davor.`,
    );
  }
  const before = data.before ?? { hub: "", up: [] };
  const wrong =
    running === data.version
      ? await heldAgainst(before, config.updateGate * GATE_SHARE - process.uptime() * 1_000, gate, signal)
      : `Es läuft Version ${running} statt ${data.version}.`;
  if (wrong !== undefined) {
    log.error(`Update: ${wrong}`);
    launcher.changeover(record.id, "bad", wrong);
    return await theEnd(signal);
  }
  launcher.changeover(record.id, "good");
  const until = clock.monotonic() + GOOD_LIMIT;
  while ((await readChangeover(layout.root))?.state !== "done") {
    signal.throwIfAborted();
    if (clock.monotonic() > until) throw new UnavailableError("Der Startprozess antwortet nicht.");
    await new Promise<void>((resolve) => void clock.after(LOOK_EVERY, resolve));
  }
}

/** Of the launcher's time, which began with this process; so that the reason comes from here, where it is known. */
const GATE_SHARE = 0.8;

const sentence = (text: string) => (text === "" || /[.!?]$/.test(text) ? text : `${text}.`);

/** Lasts as long as this process; too long means that nothing happened. */
function theEnd(signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    const late = () => reject(new UnavailableError("Der Startprozess hat nicht gewechselt."));
    if (signal.aborted) late();
    else signal.addEventListener("abort", late, { once: true });
  });
}

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
        label: "Kanal prüfen",
        cancellable: true,
        afterCrash: "undo",
        run: async ({ data, signal }) => {
          service.licensed(data.channel);
          const repository = await service.repository(data.channel, signal);
          if (repository.releases().length > 0) return;
          throw new ResultError(
            CODES.updateLocal,
            "Der gewählte Update-Kanal enthält noch keine Version für dieses Gerät.",
          );
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
