/** Everything killed at random moments of a restore and of a backup: the old state or the new one, and nothing half. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { type Product, startProduct, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { beforeAll, expect, it } from "vitest";
import { backupState, chosen, look, sendFile, takeBackup, upload } from "./testing/restoring.ts";

/** More by hand: `HUBWART_KILLS=50`. */
const KILLS = Number(process.env["HUBWART_KILLS"] ?? 4);
/** Devices, each killed again and again. */
const AT_ONCE = 2;
const LONGEST_MS = 3_600_000;
const PASSWORD = "Stromausfall-2026!";
const run = promisify(execFile);

const folder = useSharedFolder();
let backup: string;

const org = (name: string) => ({
  active: false,
  server: "influxdb:8086",
  token: "t",
  org: name,
  bucket: "b",
});
const script = (device: Product, text: string) =>
  sendFile(device, "/resources/lua/upload", "newfile", "stand.lua", `-- ${text}`);

beforeAll(async () => {
  const source = await startProduct({ vendor: false });
  await source.api.signIn(PASSWORD);
  await source.api.post("/state/config/influxdb", org("neu"));
  await script(source, "neu");
  backup = await takeBackup(source, folder(), "");
  await source.stop();
});

/** Kills everything in the middle of `begin`, starts again, and checks what is there. */
async function repeatedly(
  prepare: (device: Product) => Promise<unknown>,
  begin: (device: Product) => Promise<unknown>,
  check: (device: Product) => Promise<void>,
): Promise<void> {
  const one = async (kills: number) => {
    const dataDir = await mkdtemp(path.join(folder(), "device-"));
    let device = await startProduct({ dataDir, vendor: false });
    try {
      await device.api.signIn(PASSWORD);
      // How long it takes here and now, to its end.
      await prepare(device);
      const begun = performance.now();
      await begin(device);
      await check(device);
      const longest = performance.now() - begun;
      for (let kill = 0; kill < kills; kill += 1) {
        await prepare(device);
        const work = begin(device).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * longest));
        device.launcher.kill("SIGKILL");
        await work;
        await device.stop();
        device = await startProduct({ dataDir, vendor: false });
        await device.api.signIn(PASSWORD);
        await check(device);
      }
    } finally {
      await device.stop();
    }
  };
  const shares = Array.from({ length: AT_ONCE }, (_, at) => Math.floor((KILLS + at) / AT_ONCE));
  await Promise.all(shares.map(one));
}

const told = (counts: Map<string, number>) =>
  process.stdout.write(`${KILLS} kills: ${JSON.stringify(Object.fromEntries(counts))}\n`);

it(
  `after each of ${KILLS} kills of a restore there is the old state or the new one, and the reason is told`,
  async () => {
    const seen = new Map<string, number>();
    const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
    const opened = new Map<string, string>();
    await repeatedly(
      async (device) => {
        expect((await device.api.post("/state/config/influxdb", org("alt"))).body["code"]).toBe(0);
        expect((await script(device, "alt")).body["code"]).toBe(0);
      },
      async (device) => {
        const { body } = await upload(device, backup);
        opened.set(device.dataDir, body.id);
        const about = await look(device.api, body.id);
        await device.api.post("/backup/restore/start", { id: body.id, parts: chosen(about) });
        // The launcher is killed while this goes on.
      },
      async (device) => {
        interface Job {
          kind: string;
          state: string;
          message: string;
        }
        let jobs: Job[] = [];
        await waitFor(
          async () => {
            const { body, status } = await device.api.get("/jobs");
            if (status === 401) {
              device.api.token = undefined;
              await device.api.signIn(PASSWORD);
            }
            jobs = (body as { jobs: Job[] }).jobs;
            return jobs.every(({ state }) => !/running|undoing/.test(state));
          },
          { what: "the job to be over", timeout: 180_000, detail: () => JSON.stringify(jobs) },
        );
        device.api.token = undefined;
        await device.api.signIn(PASSWORD);
        const { body: config } = await device.api.get("/state/config");
        const { body: stored } = await device.api.get("/resources/lua/file", { file: "stand.lua" });
        const states = [
          (config as { influxdb: { org: string } }).influxdb.org,
          String(stored["source"]).replace("-- ", ""),
        ];
        expect([
          ["alt", "alt"],
          ["neu", "neu"],
        ]).toContainEqual(states);
        count(states[0] ?? "");
        const id = opened.get(device.dataDir);
        const { body: result } = await device.api.get("/backup/restore/result", { id: id ?? "" });
        count(`result ${String(result["state"])}`);
        if (result["state"] === "done") expect(states[0]).toBe("neu");
        if (result["state"] === "failed") {
          expect(states[0]).toBe("alt");
          expect(result["message"]).not.toBe("");
        }
      },
    );
    told(seen);
  },
  LONGEST_MS,
);

it(
  `after each of ${KILLS} kills of a backup every file that is listed is whole`,
  async () => {
    const seen = new Map<string, number>();
    let files = 0;
    await repeatedly(
      () => Promise.resolve(),
      (device) => device.api.post("/backup/run", {}),
      async (device) => {
        await waitFor(async () => !(await backupState(device.api)).active, {
          what: "the backup to be over",
          timeout: 180_000,
        });
        const { last, files: kept } = await backupState(device.api);
        const how = last === null ? "not begun" : last.success ? "whole" : "failed";
        if (how === "failed") expect(last?.error).not.toBe("");
        seen.set(how, (seen.get(how) ?? 0) + 1);
        for (const { name } of kept) {
          const target = await mkdtemp(path.join(folder(), "whole-"));
          await run("tar", ["-xf", path.join(device.dataDir, "backups", name), "-C", target]);
          await run("sha256sum", ["-c", "manifest.sha256"], { cwd: target });
          await rm(target, { recursive: true });
          files += 1;
        }
        seen.set("files opened", files);
      },
    );
    told(seen);
  },
  LONGEST_MS,
);
