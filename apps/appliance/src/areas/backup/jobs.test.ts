import { expect, it } from "vitest";
import type { AppContext } from "../../context.ts";
import type { JobKind } from "../../platform/jobs/kind.ts";
import { type BackupJob, defineBackup, needRoom, smallFirst } from "./jobs.ts";
import type { BackupSettings } from "./settings.ts";

const MIB = 1024 * 1024;

it("a backup leaves the plant its room, and says what helps where recorded values have none", () => {
  needRoom(165 * MIB, 100 * MIB, true);
  const way = "Löschen Sie gespeicherte Sicherungen";
  const refused = (free: number, large: boolean): string => {
    try {
      needRoom(free, 100 * MIB, large);
    } catch (error) {
      expect(error).toMatchObject({ code: 1601 });
      return String(error);
    }
    return "";
  };
  expect(refused(164 * MIB, true)).toContain("sind 164\u00a0MB frei nötig, es sind 164\u00a0MB");
  expect(refused(10 * MIB, true)).toContain(way);
  expect(refused(10 * MIB, false)).not.toContain(way);
});

it("what may be large lies behind what a preview reads", () => {
  const files = ["recorded/lake/a", "settings/state.db"].map((name) => ({ name, size: 1, sha256: "" }));
  const large = { id: "recorded", size: () => Promise.resolve(1) } as const;
  const parts = [
    { name: "recorded", label: "", paths: [], large },
    { name: "settings", label: "", paths: [] },
  ];
  expect(smallFirst(files, parts).map(({ name }) => name)).toEqual(["settings/state.db", "recorded/lake/a"]);
});

it("holds the device's lane while it is made, and no longer while it is sent", () => {
  const kinds: JobKind<BackupJob>[] = [];
  const define = (kind: JobKind<BackupJob>) => void kinds.push(kind);
  defineBackup(
    { jobs: { define }, layout: { backups: "/data/backups" } } as unknown as AppContext,
    {} as BackupSettings,
  );
  const [kind] = kinds;
  expect(kind?.lane).toBe("device");
  expect(kind?.steps.map(({ apart = false, id }) => [id, apart])).toEqual([
    ["collect", false],
    ["prove", false],
    ["keep", false],
    ["send", true],
  ]);
});
