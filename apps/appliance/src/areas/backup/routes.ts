/** `/backup/…` */
import { rm } from "node:fs/promises";
import path from "node:path";
import { diskRoom, InvalidInputError } from "@hubwart/core";
import type { Handlers } from "../../http/handlers.ts";
import { openFile } from "../../http/open-file.ts";
import { keptBackup, keptBackups } from "./kept.ts";
import type { BackupService } from "./service.ts";
import type { BackupConfig, BackupSettings } from "./settings.ts";
import { texts } from "./texts.ts";

const seconds = (ms: number) => Math.floor(ms / 1000);

export function backupHandlers(
  folder: string,
  settings: BackupSettings,
  service: BackupService,
  recordedSize: () => Promise<number>,
): Handlers {
  const kept = (name: string) => keptBackup(folder, name);
  return {
    backupState: async () => {
      const files = await keptBackups(folder);
      // All of one moment: a backup may end while the folder is read.
      const { due } = settings.memory();
      const { last } = service;
      return {
        active: service.running,
        next: due === null ? null : seconds(due),
        last: last && {
          start: seconds(last.start),
          end: seconds(last.end),
          success: last.success,
          ...(last.error === undefined ? {} : { error: last.error }),
          left: last.left,
          upload: { ftp: last.ftp },
        },
        files: files.map(({ name, size, ts }) => ({ name, size, ts: seconds(ts) })),
      };
    },
    backupConfig: async () => ({
      ...shown(settings.config()),
      room: { recorded: await recordedSize(), free: (await diskRoom(folder)).free },
    }),
    backupConfigSave: async (request) => {
      const { ftp } = request.body.target;
      if (request.body.use && ftp.use && ftp.host.trim() === "")
        throw new InvalidInputError([{ field: "target.ftp.host", message: texts.giveServer }]);
      if (request.body.use && !Object.values(request.body.backup).some((part) => part?.use))
        throw new InvalidInputError([{ field: "backup", message: texts.chooseParts }]);
      const before = shown(settings.config());
      settings.save(request.body);
      await service.plan();
      request.audit({ before, after: shown(settings.config()) });
      return {};
    },
    backupRun: async ({ origin }) => ({ job: service.start(origin).id }),
    backupDownload: async ({ query }) => {
      const { name } = await kept(query.file);
      return { ...(await openFile(path.join(folder, name))), filename: name };
    },
    backupDelete: async ({ query }) => {
      const { name } = await kept(query.file);
      await rm(path.join(folder, name));
      return {};
    },
  };
}

/** Without the secrets. */
function shown({ backup, pwd, target, ...schedule }: BackupConfig) {
  const { token, ...influxdb } = backup.influxdb;
  const { pwd: ftpPassword, ...ftp } = target.ftp;
  return {
    ...schedule,
    backup: { ...backup, influxdb: { ...influxdb, has_token: token !== "" } },
    target: { ftp: { ...ftp, has_pwd: ftpPassword !== "" } },
    has_pwd: pwd !== "",
  };
}
