/** Backups of the device, and restoring them. */
import path from "node:path";
import { ensureFolder } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { defineBackup } from "./jobs.ts";
import { keptBackup } from "./kept.ts";
import { ftpSource } from "./restore/ftp-source.ts";
import { defineRestore } from "./restore/job.ts";
import { OpenedBackups } from "./restore/opened.ts";
import { restoreHandlers } from "./restore/routes.ts";
import { backupHandlers } from "./routes.ts";
import { BackupService } from "./service.ts";
import { BackupSettings } from "./settings.ts";

/** Below the folder of the backups. */
const OPENED = ".restore";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, host, layout, scope } = app;
  await ensureFolder(layout.backups);
  const settings = new BackupSettings(app.store, () => clock.now());
  const service = new BackupService({
    settings,
    job: defineBackup(app, settings),
    jobs: app.jobs,
    facts: host.facts,
    clock,
    scope,
    log: app.log.module("backup"),
  });
  const opened = new OpenedBackups(path.join(layout.backups, OPENED), clock);
  await opened.clear();
  return {
    handlers: {
      ...backupHandlers(layout.backups, settings, service),
      ...restoreHandlers(app, {
        opened,
        restore: defineRestore(app, opened),
        target: ftpSource(app, settings, opened),
        kept: async (file) => path.join(layout.backups, (await keptBackup(layout.backups, file)).name),
      }),
    },
    findings: () => service.findings(),
  };
}
