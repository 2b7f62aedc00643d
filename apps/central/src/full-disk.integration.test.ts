/** The central on a small tmpfs that is full for a while: its hubs do not notice, and all that they wrote is there afterwards. Mounting needs root. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, rmdir, statfs, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { joinCentral } from "@hubwart/fleet/uplink";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TestSite } from "./testing/site.ts";

const before = process.env["TMPDIR"];
let disk = "";
let central: TestCentral;
let site: TestSite;
beforeAll(async () => {
  disk = await mkdtemp(path.join(os.tmpdir(), "hubwart-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=0711", "hubwart-test", disk]);
  process.env["TMPDIR"] = disk;
  central = await startCentral();
  const joining = { address: central.address, code: await central.code(), name: "h", version: "1" };
  site = new TestSite(await joinCentral(joining), disk);
  await site.start();
}, 180_000);
afterAll(async () => {
  await site?.stop();
  await central?.stop();
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  execFileSync("umount", ["-l", disk]);
  await rmdir(disk);
});

/** To the last byte. */
async function fill(): Promise<string> {
  const file = path.join(disk, "filling");
  const { bavail, bsize } = await statfs(disk);
  await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => undefined);
  return file;
}

async function stored(): Promise<number[]> {
  const { body } = await central.call("GET", `/sites/alarms?hub=${site.identity.hub}&limit=500`);
  return (body["entries"] as { seq: number }[]).map(({ seq }) => seq).reverse();
}
const complete = () =>
  vi.waitFor(async () => expect(await stored()).toEqual(site.alarms.map(({ seq }) => seq)), {
    timeout: 120_000,
    interval: 500,
  });

it("is complete again once there is room, and its hubs went on meanwhile", async () => {
  site.alarm("vorher", 20);
  await complete();
  const filling = await fill();
  for (let round = 0; round < 10; round += 1) {
    site.alarm("x".repeat(3_000), 20);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect((await statfs(disk)).bavail).toBeLessThan(1_000);
  await rm(filling);
  site.alarm("nachher", 20);
  await complete();
  expect((await central.call("GET", "/sites")).status).toBe(200);
}, 300_000);
