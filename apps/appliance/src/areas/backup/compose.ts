/** Backups of the device. */
import { ensureFolder } from "@hubwart/core";
import type { Area } from "../../area.ts";
import type { AppContext } from "../../context.ts";
import { defineBackup } from "./jobs.ts";
import { backupHandlers } from "./routes.ts";
import { BackupService } from "./service.ts";
import { BackupSettings } from "./settings.ts";

export async function compose(app: AppContext): Promise<Area> {
  const { clock, host, layout, scope } = app;
  await ensureFolder(layout.backups);
  const settings = new BackupSettings(app.store, () => clock.now());
  const service = new BackupService({
    settings,
    job: defineBackup(app, settings),
    facts: host.facts,
    clock,
    scope,
    log: app.log.module("backup"),
  });
  return {
    handlers: backupHandlers(layout.backups, settings, service),
    findings: () => service.findings(),
  };
}
