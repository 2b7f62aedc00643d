/** The whole product with a small tmpfs as data directory. Mounting needs root, as this tier does. */
import { execFileSync } from "node:child_process";
import { readdirSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { descendants, type Product, processes, repoRoot, startProduct, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PASSWORD = "Platz ist knapp 1";
const EXAMPLE = path.join(repoRoot(), "examples", "erste-schritte.xlsx");

const disk = useSharedFolder();
let product: Product;
beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=64m,mode=0700", "hubwart-test", disk()]);
  product = await startProduct({ dataDir: disk() });
  await product.api.signIn(PASSWORD);
  await waitFor(async () => (await projectState()).license, { what: "the trial licence" });
});
afterAll(async () => {
  await product?.stop();
  execFileSync("umount", ["-l", disk()]);
  rmdirSync(disk());
});

interface Info {
  license: { valid: boolean };
  system: { hub: { state: string } };
  project: { version: string | null };
  health: { level: number; findings: { code: string; text: string }[] };
}

async function projectState() {
  const { health, license, project, system } = (await product.api.get("/info")).body as unknown as Info;
  return {
    license: license.valid,
    version: project.version,
    hub: system.hub.state,
    level: health.level,
    full: health.findings.find(({ code }) => code === "storage-full")?.text,
  };
}

const filler = () => path.join(disk(), "filler");
const reserve = () => path.join(disk(), "reserve");
const free = () => statfsSync(disk()).bavail * statfsSync(disk()).bsize;
const segments = () => readdirSync(path.join(disk(), "logs", "system")).length;
const there = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined;

/** Takes every byte that is left. */
function fillDisk(): void {
  const block = Buffer.alloc(64 * 1024);
  for (const size of [block.length, 4096]) {
    for (;;) {
      try {
        writeFileSync(filler(), block.subarray(0, size), { flag: "a" });
      } catch {
        break;
      }
    }
  }
}

describe("a full disk", () => {
  it("costs old log first, then the reserve, and neither settings nor project nor sign-in", async () => {
    expect((await product.api.uploadProjectFile(EXAMPLE)).body["code"]).toBe(0);
    const before = await projectState();
    expect(before).toMatchObject({ hub: "running", full: undefined });
    expect(statSync(reserve()).size).toBeGreaterThan(1024 * 1024);
    // Old log, as if the device had run for a while.
    for (let day = 1; day <= 3; day += 1) {
      const name = `00000000000${day}000.ndjson`.padStart(22, "0");
      writeFileSync(path.join(disk(), "logs", "system", name), "{}\n".repeat(100_000));
    }
    expect(segments()).toBe(4);

    fillDisk();
    await waitFor(async () => (await projectState()).full !== undefined, { what: "the finding" });
    const during = await projectState();
    expect(during.full).toContain("Speicher voll");
    expect(during.level).toBe(3);
    expect(segments()).toBe(1);
    // The log's room goes to whoever is quickest; only a disk that stays full costs the reserve.
    expect(there(reserve())).toBe(false);
    expect({ version: during.version, hub: during.hub }).toEqual({ version: before.version, hub: "running" });

    await product.api.get("/logout");
    await product.api.signIn(PASSWORD);
    const changed = await product.api.post("/system/change_pw", { old: PASSWORD, new: `${PASSWORD}!` });
    expect(changed.body["code"]).toBe(0);
  });

  it("that is filled up again, and again, keeps nobody from signing in, on and out, and from a new password", async () => {
    for (let round = 0; round < 20; round += 1) {
      fillDisk();
      product.api.token = undefined;
      await product.api.signIn(`${PASSWORD}!`);
      const refreshed = await product.api.get("/refresh");
      expect(refreshed.body["code"]).toBe(0);
      product.api.token = String(refreshed.body["token"]);
      expect((await product.api.get("/logout")).body["code"]).toBe(0);
    }
    await product.api.signIn(`${PASSWORD}!`);
    const pwd = { old: `${PASSWORD}!`, new: `${PASSWORD}!` };
    expect((await product.api.post("/system/change_pw", pwd)).body["code"]).toBe(0);
  });

  it("lets a killed appliance come back", async () => {
    const own = await descendants(product.launcher.pid ?? 0);
    const appliance = (await processes()).find(
      ({ pid, command }) => own.includes(pid) && command.includes("/appliance.mjs"),
    );
    process.kill(appliance?.pid ?? 0, "SIGKILL");
    await waitFor(async () => (await processes()).every(({ pid }) => pid !== appliance?.pid), {
      what: "its end",
    });
    await waitFor(async () => (await product.api.get("/info")).status === 200, { what: "the appliance" });
    product.api.token = undefined;
    await product.api.signIn(`${PASSWORD}!`);
    await waitFor(async () => (await projectState()).hub === "running", { what: "the hub" });
    expect((await projectState()).full).toContain("Speicher voll");
  });

  it("says so when an upload has no room, and keeps the running project", async () => {
    const { version } = await projectState();
    fillDisk();
    const { status, body } = await product.api.uploadProjectFile(EXAMPLE);
    expect(status).toBe(200);
    expect(body["code"]).toBe(1601);
    expect(await projectState()).toMatchObject({ version, hub: "running" });
  });

  it("is over once there is room again", async () => {
    rmSync(filler());
    expect(free()).toBeGreaterThan(16 * 1024 * 1024);
    await waitFor(async () => (await projectState()).full === undefined, { what: "the end of the finding" });
    expect(there(reserve())).toBe(true);
    expect((await product.api.uploadProjectFile(EXAMPLE)).body["code"]).toBe(0);
    expect((await projectState()).hub).toBe("running");
    await waitFor(
      async () =>
        String((await product.api.get("/system/log", { filter: "wieder Platz" })).body["text"]) !== "",
      { what: "a log that goes on" },
    );
  });
});
