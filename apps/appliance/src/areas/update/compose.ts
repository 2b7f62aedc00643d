/** Updates of the product: from the manufacturer's signed repository, beside the running release, put back if in vain. */
import { stat } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { ensureFolder, ResultError, VERSION } from "@hubwart/core";
import { openRepository, REPOSITORY_PATH, trustedRootFile } from "@hubwart/releases";
import type { FastifyInstance } from "fastify";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import type { JobOrigin } from "../../http/ports.ts";
import { withoutSlash } from "../../platform/vendor/small-request.ts";
import { defineBack } from "./back-job.ts";
import { defineChannelChange } from "./channel-job.ts";
import { failedLogFile } from "./failed-log.ts";
import { consoleAnswers } from "./gate.ts";
import { dataFolderInstaller, deviceInstaller } from "./installer.ts";
import { BACK_KIND, UPDATE_KIND } from "./job-data.ts";
import { defineUpdate } from "./jobs.ts";
import { countsNow, plantNow } from "./plant.ts";
import { updateHandlers } from "./routes.ts";
import { UpdateService } from "./service.ts";
import { UpdateSettings } from "./settings.ts";
import { texts } from "./texts.ts";
import { markOf, TrialWatch } from "./trial.ts";
import { keepWayBack } from "./way-back.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, config, launcher, layout, scope } = app;
  const settings = new UpdateSettings(app.store, () => clock.now());
  const onDevice = app.host.name === "systemd";
  const cacheFolder = path.join(layout.updates, "repository");
  let server: FastifyInstance | undefined;
  const root = () => trustedRootFile(layout, path.resolve(app.childrenDir, ".."), config.embeddedVendor);
  const hindrance = () => {
    if (!launcher.present) return texts.noLauncher;
    if (onDevice && config.releasesDir === undefined) return texts.noFolder;
    if (config.updateUrl === undefined) return texts.noServer;
    if (root() === undefined) return texts.noKey;
    return undefined;
  };
  const service = new UpdateService({
    settings,
    hindrance,
    license: () => app.use("license").verdict(),
    running: () => launcher.release() ?? { version: VERSION, base: true },
    trial: () => launcher.trial(),
    losses: () => watch.losses,
    clock,
    log: app.log.module("update"),
    scope,
    open: async (channel) => {
      const [url, trustedRoot, why] = [config.updateUrl, root(), hindrance()];
      if (url === undefined || trustedRoot === undefined || why !== undefined)
        throw new ResultError(CODES.updateNotPossible, why ?? texts.notPossible);
      await ensureFolder(cacheFolder);
      return await openRepository({
        url: `${withoutSlash(url)}${REPOSITORY_PATH}`,
        channel,
        trustedRoot,
        cacheFolder,
        clock,
      });
    },
  });
  const mark = markOf(layout);
  const parts = {
    app,
    mark,
    service,
    settings,
    installer:
      onDevice && config.releasesDir !== undefined
        ? deviceInstaller({
            folder: config.releasesDir,
            socket: config.releasesSocket,
            cacheFolder,
            licenseFile: layout.licenseFile,
          })
        : dataFolderInstaller(layout.releases),
    version: VERSION,
    gate: {
      clock,
      now: () => plantNow(app.hub),
      console: () => consoleAnswers(server),
      // On a device its service is part of the release.
      device: async () => void (await app.host.power.support()),
    },
  };
  const update = defineUpdate(parts);
  const back = defineBack(parts);
  const channel = defineChannelChange(parts);
  const log = app.log.module("update");
  const watch = new TrialWatch({
    settings,
    launcher,
    now: () => plantNow(app.hub),
    counts: () => countsNow(app.hub),
    mark,
    clock,
    scope,
    log,
  });
  keepWayBack({ settings, installer: parts.installer, clock, scope, log });
  const goBack = (origin: JobOrigin) => {
    const version = service.wayBack();
    const trial = launcher.trial();
    if (trial) {
      // The launcher still has everything as it was before the switch.
      launcher.changeover(trial.id, "bad", texts.takenBack);
      return;
    }
    const channelNow = settings.channel;
    const { id } = back.start(
      { channel: channelNow, version, from: VERSION, size: 0, unpacked: 0 },
      { origin },
    );
    settings.remember({ current: { job: id, version, from: VERSION } });
  };
  scope.add(app.jobs.onChange(() => follow(app, settings)));

  return {
    handlers: updateHandlers(layout, service, settings, channel, goBack),
    findings: () => service.findings(),
    offers: {
      update: {
        shown: () => ({ channel: settings.channel, list: service.channels() }),
        start: async (origin: JobOrigin) => {
          const { channel: from, version, size, unpacked } = await service.wanted();
          const { id } = update.start({ channel: from, version, from: VERSION, size, unpacked }, { origin });
          settings.remember({ current: { job: id, version, from: VERSION } });
        },
      },
    },
    serve: (made) => {
      server = made;
    },
    ready: () => follow(app, settings),
  };
}

/** Remembers how the update ended, whichever release sees its end. */
function follow(app: AppContext, settings: UpdateSettings): void {
  const { current } = settings.memory();
  if (current === null) return;
  const job = app.jobs
    .list()
    .find(({ id, kind }) => id === current.job && (kind === UPDATE_KIND || kind === BACK_KIND));
  if (job?.ended === 0) return;
  if (job === undefined || job.state === "cancelled") {
    settings.remember({ current: null });
    return;
  }
  const { version, from } = current;
  const { code, ended, message, started, state } = job;
  const result = { version, from, started, ended, success: state === "done", code, reason: message };
  const put = (log: boolean) => settings.remember({ current: null, last: { ...result, log, seen: false } });
  put(false);
  if (code !== CODES.updatePutBack) return;
  stat(failedLogFile(app.layout)).then(
    () => put(true),
    () => undefined,
  );
}
