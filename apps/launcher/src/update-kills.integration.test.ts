/**
 * Everything is killed at random moments of updates to good and to bad releases: what runs then is the release of before or
 * the new one, with its settings, and it is told which and why.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import { waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeRelease } from "./testing/test-releases.ts";
import { UpdateBench, type UpdateState } from "./testing/update-bench.ts";

/** As many as one likes with HUBWART_UPDATE_KILLS. */
const KILLS = Number(process.env["HUBWART_UPDATE_KILLS"] ?? 4);
/** Devices, each killed again and again. */
const AT_ONCE = KILLS < 20 ? 2 : 4;
/** Every third one crashes. */
const BAD = 3;
const LONGEST_MS = 240_000 + KILLS * 120_000;
const STAGES = ["check", "download", "verify", "space", "snapshot", "unpack", "switch", "gate"];
/** ms: waited for at most once the switch has begun, when stages can no longer be asked for. */
const AWAY_MS = 4_000;

const top = useSharedFolder();
const archives = new Map<number, Promise<string>>();
const seen = { killed: new Map<string, number>(), ended: new Map<string, number>() };

beforeAll(() => {
  // `kill -9` loses nothing that was written, on whatever disk; here nobody waits for one.
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2g,mode=0700", "hubwart-test", top()]);
});
afterAll(async () => {
  execFileSync("umount", ["-l", top()]);
});

const versionOf = (number: number) => `0.2.${number}`;
const isBad = (number: number) => number % BAD === 0;
const count = (of: Map<string, number>, what: string) => of.set(what, (of.get(what) ?? 0) + 1);

/** The same for every device. */
function archive(number: number): Promise<string> {
  const crashes = { "server/appliance.mjs": () => "console.error('kaputt'); process.exit(3);" };
  const made =
    archives.get(number) ??
    mkdtemp(path.join(top(), "release-")).then((folder) =>
      makeRelease(folder, versionOf(number), isBad(number) ? crashes : {}, "small"),
    );
  archives.set(number, made);
  return made;
}

async function device(kills: number): Promise<void> {
  const bench = await UpdateBench.start(top(), 60);
  try {
    let number = 1;
    await bench.offer(await archive(number));
    for (let kill = 0; kill < kills; kill += 1) {
      const zone = kill % 2 === 0 ? "Europe/Rome" : "Europe/Riga";
      await bench.ready();
      await bench.mark(zone);
      const before = await bench.state();
      expect(await bench.begin()).toBe(0);
      const stage = await reached(bench, STAGES[Math.floor(Math.random() * STAGES.length)] ?? "");
      await new Promise((resolve) => setTimeout(resolve, Math.random() * (stage === "away" ? AWAY_MS : 100)));
      await bench.killTree();
      count(seen.killed, stage);

      await bench.again();
      const after = await over(bench);
      expect(await bench.marked()).toBe(zone);
      const { last } = after;
      expect(last?.version).toBe(versionOf(number));
      expect(after.version).toBe(last?.success ? versionOf(number) : before.version);
      if (!last?.success) expect(last?.reason).not.toBe("");
      if (isBad(number)) expect(last?.success).toBe(false);
      count(seen.ended, `${last?.success ? "new" : "old"} after a ${isBad(number) ? "bad" : "good"} one`);
      if (!last?.success && !isBad(number)) process.stdout.write(`${stage}: ${last?.reason}\n`);
      if (last?.success || isBad(number)) await bench.offer(await archive((number += 1)));
    }
  } finally {
    await bench.product.stop();
  }
}

it(
  `is survived, everything killed ${KILLS} times`,
  async () => {
    const began = performance.now();
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => device(Math.floor((KILLS + at) / AT_ONCE))));
    const told = { ...seen, seconds: Math.round((performance.now() - began) / 1000) };
    const plain = (_key: string, value: unknown) =>
      value instanceof Map ? Object.fromEntries(value) : value;
    process.stdout.write(`${KILLS} kills: ${JSON.stringify(told, plain)}\n`);
  },
  LONGEST_MS,
);

/** The stage that runs when it is this one or a later one; "away" once the switch has begun. */
async function reached(bench: UpdateBench, wanted: string): Promise<string> {
  const from = STAGES.indexOf(wanted);
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    const answer = await bench.product.api.get("/jobs").catch(() => undefined);
    const jobs = (answer?.body["jobs"] ?? []) as { ended: number; steps: { id: string; state: string }[] }[];
    const job = jobs.find(({ ended }) => ended === 0);
    if (!answer || !job) return "away";
    const step = job.steps.find(({ state }) => state === "running")?.id ?? "away";
    if (STAGES.indexOf(step) >= from) return step;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return "away";
}

/** When no job runs any more. A session that began during a trial goes with it. */
async function over(bench: UpdateBench): Promise<UpdateState> {
  let jobs: { ended: number }[] = [];
  await waitFor(
    async () => {
      const { body, status } = await bench.product.api.get("/jobs");
      if (status === 401) await bench.signIn();
      jobs = body["jobs"] as { ended: number }[];
      return jobs.every(({ ended }) => ended !== 0);
    },
    {
      what: "the update to be over",
      timeout: 240_000,
      interval: 100,
      detail: () => `${JSON.stringify(jobs)}\n${bench.product.output().slice(-3_000)}`,
    },
  );
  await bench.signIn();
  return await bench.state();
}
