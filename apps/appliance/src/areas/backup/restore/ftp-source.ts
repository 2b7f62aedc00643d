/** Backups at the FTP target of the settings: listed, and fetched by a job. */
import { ConflictError, UnavailableError } from "@hubwart/core";
import * as z from "zod/mini";
import type { AppContext } from "../../../context.ts";
import { FtpTargetError, fetchByFtp, listByFtp } from "../ftp.ts";
import type { BackupSettings, FtpTarget } from "../settings.ts";
import { texts } from "../texts.ts";
import type { OpenedBackup, OpenedBackups } from "./opened.ts";
import type { RestoreParts } from "./routes.ts";

const FETCH_LIMIT = 6 * 3_600_000;

export function ftpSource(
  app: AppContext,
  settings: BackupSettings,
  opened: OpenedBackups,
): RestoreParts["target"] {
  const targetOf = (): FtpTarget => {
    const { ftp } = settings.config().target;
    if (ftp.host.trim() === "") throw new ConflictError(texts.noFtpTarget);
    return ftp;
  };
  const said = (error: unknown): never => {
    throw error instanceof FtpTargetError ? new UnavailableError(error.message, { cause: error }) : error;
  };
  const job = app.jobs.define<{ file: string }, { opened?: OpenedBackup }>({
    kind: "backup.fetch",
    title: () => "Sicherung vom FTP-Server holen",
    lane: "device",
    data: z.object({ file: z.string() }),
    steps: [
      {
        id: "fetch",
        label: texts.fetch,
        cancellable: true,
        apart: true,
        // What came is gone with the start.
        afterCrash: "undo",
        limit: FETCH_LIMIT,
        run: async ({ data: { file }, live, progress, signal }) => {
          const found = await opened.fetch((target) =>
            fetchByFtp(targetOf(), file, target, {
              signal,
              progress: (done, total) => progress(done, total, "bytes"),
            }).catch(said),
          );
          if (live) live.opened = found;
        },
      },
    ],
  });
  return {
    list: () => listByFtp(targetOf(), { signal: app.scope.signal }).catch(said),
    async fetch(file, origin) {
      const live: { opened?: OpenedBackup } = {};
      await job.run({ file }, { live, origin });
      if (!live.opened) throw new Error("nothing was fetched");
      return live.opened;
    },
  };
}
