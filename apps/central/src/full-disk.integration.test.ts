/** The central on a small tmpfs that is full for a while: its hubs do not notice, and all that they wrote is there afterwards. Mounting needs root. */
import { execFileSync } from "node:child_process";
import { rm, rmdir, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import { joinCentral } from "@hubwart/fleet/join";
import { startCentral, type TestCentral } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TestSite } from "./testing/site.ts";
import { Visitor } from "./testing/visitor.ts";

const before = process.env["TMPDIR"];
const disk = useSharedFolder();
let central: TestCentral;
let site: TestSite;
beforeAll(async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=400m,mode=0711", "hubwart-test", disk()]);
  process.env["TMPDIR"] = disk();
  central = await startCentral();
  const joining = { address: central.address, code: await central.code(), name: "h", version: "1" };
  site = new TestSite(await joinCentral(joining), disk());
  await site.start();
}, 180_000);
afterAll(async () => {
  await site?.stop();
  await central?.stop();
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  execFileSync("umount", ["-l", disk()]);
  await rmdir(disk());
});

/** To the last byte. */
async function fill(): Promise<string> {
  const file = path.join(disk(), "filling");
  const { bavail, bsize } = await statfs(disk());
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

it("tells a person who signs in what is wrong, and keeps nobody out afterwards", async () => {
  const pwd = "ein langes Passwort";
  const { body } = await central.call("POST", "/people/create", { name: "Anna", level: "see", by: "link" });
  const { token } = body["link"] as { token: string };
  const inside = new Visitor(central.address);
  expect((await inside.call("/invitation/accept", { token, pwd })).status).toBe(200);
  const filling = await fill();
  const outside = new Visitor(central.address);
  for (let round = 0; round < 8; round += 1) {
    const { body: told, status } = await outside.signIn("Anna", pwd);
    // There may be room left in a page that the database has already.
    expect([200, 503]).toContain(status);
    if (status === 503) expect(told["message"]).toContain("Datenbank");
    // Who is in stays in.
    expect(await inside.me()).toBe("Anna");
  }
  expect((await outside.signIn("Anna", "falsch-falsch")).status).toBe(401);
  // Guessing is counted all the same.
  const guesses = [];
  for (let n = 0; n < 6; n += 1) guesses.push((await outside.signIn("Niemand", `falsch-${n}`)).status);
  expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
  await rm(filling);
  await vi.waitFor(
    async () => expect((await new Visitor(central.address).signIn("Anna", pwd)).status).toBe(200),
    {
      timeout: 60_000,
      interval: 500,
    },
  );
  expect(await inside.me()).toBe("Anna");
}, 180_000);

it("is complete again once there is room, and its hubs went on meanwhile", async () => {
  site.alarm("vorher", 20);
  await complete();
  const filling = await fill();
  for (let round = 0; round < 10; round += 1) {
    site.alarm("x".repeat(3_000), 20);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect((await statfs(disk())).bavail).toBeLessThan(1_000);
  await rm(filling);
  site.alarm("nachher", 20);
  await complete();
  expect((await central.call("GET", "/sites")).status).toBe(200);
}, 300_000);
