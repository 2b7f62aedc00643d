import { ManualClock } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestStore } from "../../testing/test-store.ts";
import { BackupSettings, type FtpTarget } from "./settings.ts";

const folder = useFolder();
let store: Store;
let settings: BackupSettings;

function save(more: Partial<FtpTarget>): FtpTarget {
  const { backup, pwd: _, target, ...schedule } = settings.config();
  const { pwd: __, ...ftp } = target.ftp;
  settings.save({ ...schedule, backup, target: { ftp: { ...ftp, ...more } } });
  return settings.config().target.ftp;
}

beforeEach(() => {
  const clock = new ManualClock();
  store = openTestStore(folder(), clock);
  settings = new BackupSettings(store, () => clock.now());
  save({ use: true, host: "nas.example", user: "hub", tls: true, verify: true, pwd: "geheim" });
});
afterEach(() => store.close());

it("keeps the password of the FTP server while it is the same one", () => {
  expect(save({ use: false, path: "/haus", pasv: false }).pwd).toBe("geheim");
});

it.each<Partial<FtpTarget>>([
  { host: "other.example" },
  { port: 2121 },
  { user: "other" },
  { tls: false },
  { verify: false },
])("sends the password of one FTP server never by %j", (change) => {
  const again = expect.objectContaining({ fields: [expect.objectContaining({ field: "target.ftp.pwd" })] });
  expect(() => save(change)).toThrow(again);
  expect(() => save({ ...change, use: false })).toThrow(again);
  expect(settings.config().target.ftp).toMatchObject({ host: "nas.example", user: "hub", pwd: "geheim" });
  expect(save({ ...change, pwd: "neu" }).pwd).toBe("neu");
});

it("forgets the password with the server, and asks for none where there was none", () => {
  expect(save({ host: "" }).pwd).toBe("");
  expect(save({ host: "other.example", tls: false })).toMatchObject({ host: "other.example", pwd: "" });
  expect(save({ verify: false }).pwd).toBe("");
});
