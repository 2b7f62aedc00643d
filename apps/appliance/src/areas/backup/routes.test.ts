import { useSharedFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { backupHandlers } from "./routes.ts";
import type { BackupService } from "./service.ts";
import type { BackupSettings } from "./settings.ts";

const size = () => Promise.resolve(0);
const folder = useSharedFolder();

it("a backup that ends while its state is asked for is running or has ended, never neither", async () => {
  const outcome = {
    start: 1_000,
    end: 2_000,
    success: true,
    left: [],
    ftp: { active: false, success: false },
  };
  let ended = false;
  const service = {
    get running() {
      return !ended;
    },
    get last() {
      return ended ? outcome : null;
    },
  } as Partial<BackupService> as BackupService;
  const settings = { memory: () => ({ due: null }) } as Partial<BackupSettings> as BackupSettings;
  const { backupState } = backupHandlers(folder(), settings, service, size);
  const answer = backupState?.({} as Parameters<NonNullable<typeof backupState>>[0]);
  ended = true;
  expect(await answer).toMatchObject({ active: false, last: { success: true } });
});

it("a schedule with nothing selected is refused", async () => {
  const off = { use: false };
  const body = {
    use: true,
    backup: { config: off, influxdb: off, grafana: off, mosquitto: off },
    target: { ftp: { use: false, host: "" } },
  };
  const save = (given: object) =>
    Promise.resolve(
      backupHandlers(folder(), {} as BackupSettings, {} as BackupService, size).backupConfigSave?.({
        body: given,
      } as Parameters<NonNullable<ReturnType<typeof backupHandlers>["backupConfigSave"]>>[0]),
    );
  await expect(save(body)).rejects.toMatchObject({ fields: [{ field: "backup" }] });
});
