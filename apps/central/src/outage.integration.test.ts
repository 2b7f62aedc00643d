/** The central as a process, killed and away: nothing of what sites keep is lost, doubled or out of order. */
import { joinCentral } from "@hubwart/fleet/join";
import { descendants, startCentral, type TestCentral } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { TestSite } from "./testing/site.ts";

let central: TestCentral;
const folder = useSharedFolder();
const sites: TestSite[] = [];
beforeAll(async () => {
  central = await startCentral();
}, 180_000);
afterAll(async () => {
  for (const site of sites) await site.stop();
  await central?.stop();
});

async function joined(): Promise<TestSite> {
  const joining = { address: central.address, code: await central.code(), name: "h", version: "1" };
  const site = new TestSite(await joinCentral(joining), folder());
  sites.push(site);
  return site;
}

async function stored({ identity: { hub } }: TestSite): Promise<number[]> {
  const found: number[] = [];
  for (let before = ""; ; ) {
    const { body } = await central.call("GET", `/sites/alarms?hub=${hub}&limit=500${before}`);
    const entries = body["entries"] as { seq: number; place: number }[];
    found.push(...entries.map(({ seq }) => seq));
    if (entries.length < 500) return found.reverse();
    before = `&before=${entries.at(-1)?.place}`;
  }
}
const complete = (site: TestSite) =>
  vi.waitFor(async () => expect(await stored(site)).toEqual(site.alarms.map(({ seq }) => seq)), {
    timeout: 90_000,
    interval: 500,
  });

it("is complete after the central was killed again and again while hubs wrote, one of which was too", async () => {
  const [steady, restarted] = [await joined(), await joined()];
  await steady.start();
  await restarted.start();
  for (let round = 0; round < 3; round += 1) {
    steady.alarm("vor dem Absturz", 150);
    restarted.alarm("vor dem Absturz", 150);
    // In the middle of it.
    await new Promise((resolve) => setTimeout(resolve, 700));
    const programs = await descendants(central.pid);
    await central.kill();
    for (const pid of programs) killed(pid);
    steady.alarm("während er weg ist", 200);
    await restarted.stop(true);
    restarted.ahead -= 3_600_000;
    restarted.alarm("während er weg ist", 200);
    await restarted.start();
    await central.restart();
  }
  await complete(steady);
  await complete(restarted);
}, 400_000);

/** Programs of the central, as a power cut would end them. */
function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended with the central.
  }
}
