/** What of the device's files goes to its central, by the choice of its administrator. */
import type { FileSource } from "@hubwart/fleet/uplink";
import type { AppContext } from "../../context.ts";
import { BackupSource, forgetBackups } from "./backup-source.ts";
import { forgetHistory, HistorySource } from "./history-source.ts";
import type { Choice } from "./membership.ts";

export interface SharedFiles {
  /** Exactly these are shared from now on; what is shared no longer is forgotten. */
  share(choice: Choice): Promise<readonly FileSource[]>;
  /** The device belongs to no central any more. */
  forget(): Promise<void>;
}

export function sharedFiles(app: AppContext): SharedFiles {
  const { layout, scope } = app;
  let backups: BackupSource | undefined;
  const endBackups = async () => {
    await backups?.end();
    backups = undefined;
  };
  scope.add(endBackups);
  return {
    async share(choice) {
      await endBackups();
      const sources: FileSource[] = [];
      if (choice.history)
        sources.push(await HistorySource.open({ lake: layout.lake, file: layout.centralHistory }));
      else await forgetHistory(layout.centralHistory);
      if (choice.backups) {
        backups = await backupsOf(app, choice.escrow);
        sources.push(backups);
      } else await forgetBackups(layout.centralBackups);
      return sources;
    },
    async forget() {
      await endBackups();
      await forgetHistory(layout.centralHistory);
      await forgetBackups(layout.centralBackups);
    },
  };
}

const backupsOf = (app: AppContext, escrow: boolean): Promise<BackupSource> =>
  BackupSource.open({
    kept: () => app.use("backup").kept(),
    password: () => (escrow ? app.use("backup").password() : ""),
    opens: async (file, password) => {
      const plain = await app.cipher.decrypt(file, password);
      plain?.destroy();
      return plain !== undefined;
    },
    file: app.layout.centralBackups,
    clock: app.clock,
    log: app.log.module("central"),
  });
