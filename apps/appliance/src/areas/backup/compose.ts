/** Backups of the device, and restoring them. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { ensureFolder } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { defineBackup } from "./jobs.ts";
import { keptBackup, keptBackups } from "./kept.ts";
import { ftpSource } from "./restore/ftp-source.ts";
import { defineRestore } from "./restore/job.ts";
import { OpenedBackups } from "./restore/opened.ts";
import { restoreHandlers } from "./restore/routes.ts";
import { backupHandlers } from "./routes.ts";
import { BackupService } from "./service.ts";
import { BackupSettings } from "./settings.ts";

/** Below the folder of the backups. */
const OPENED = ".restore";
const COMPARED = ".compare";

async function recordedSize(app: AppContext): Promise<number> {
  return (
    (await app
      .backupParts()
      .find(({ large }) => large?.id === "recorded")
      ?.large?.size()) ?? 0
  );
}

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
  await rm(path.join(layout.backups, COMPARED), { recursive: true, force: true });
  const entry = path.join(app.childrenDir, "inspect-child.mjs");
  return {
    handlers: {
      ...backupHandlers(layout.backups, settings, service, () => recordedSize(app)),
      ...restoreHandlers(app, {
        opened,
        restore: defineRestore(app, opened, entry),
        entry,
        work: path.join(layout.backups, COMPARED),
        target: ftpSource(app, settings, opened),
        kept: async (file) => path.join(layout.backups, (await keptBackup(layout.backups, file)).name),
      }),
    },
    findings: () => service.findings(),
    offers: {
      backup: {
        last: async () => (await keptBackups(layout.backups))[0]?.ts ?? 0,
        kept: async () =>
          (await keptBackups(layout.backups)).map(({ name, ts }) => ({
            name,
            file: path.join(layout.backups, name),
            ts,
          })),
        password: () => settings.config().pwd,
      },
    },
  };
}
