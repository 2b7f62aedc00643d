/** Jobs killed at random moments: the next start finishes or undoes each, and never leaves one in between. */
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { often, waitFor } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";
import { fails, fileJobs } from "../../testing/job-files.ts";

const KILLS = often(150);

const folder = useSharedFolder();
let children: BuiltChildren;
beforeAll(async () => {
  await writeFile(path.join(folder(), "current"), "0");
  children = await buildChildren({ "job-files": "apps/appliance/src/testing/job-files.ts" });
});
afterAll(() => children.remove());

/** Runs jobs until `kill -9` a random time after the first one began. */
async function runAndKill(): Promise<void> {
  const child = spawn(process.execPath, [path.join(children.folder, "job-files.mjs"), folder()], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  const first = new Promise<void>((resolve) => child.stdout.once("data", () => resolve()));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await Promise.race([first, ended]);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
  child.kill("SIGKILL");
  await ended;
  expect(complaints).toBe("");
}

it(`finishes or undoes what ${KILLS} kills leave`, { timeout: 120_000 }, async () => {
  let open = 0;
  const interrupted = new Set<string>();
  for (let i = 0; i < KILLS; i += 1) {
    await runAndKill();
    const { runner, store, scope } = fileJobs(folder());
    const left = store.jobs.open();
    expect(left.length).toBeLessThanOrEqual(1);
    for (const { body } of left) {
      open += 1;
      const { steps, state } = JSON.parse(body) as { state: string; steps: { id: string; state: string }[] };
      const at = steps.find((step) => step.state === "running" || step.state === "undoing");
      interrupted.add(`${state} ${at?.id ?? ""}`);
    }
    runner.takeUp();
    await waitFor(() => runner.busy === undefined, { what: "the end of the job that was taken up" });

    expect(store.jobs.open()).toEqual([]);
    const jobs = runner.list();
    for (const job of jobs) {
      expect(["done", "failed"]).toContain(job.state);
      expect(job.steps.map(({ state }) => state)).not.toContain("failed");
      if (fails(job.id)) expect(job.state).toBe("failed");
    }
    // The file is that of the last job that was done, whole, and nothing lies beside it.
    const last = jobs.find((job) => job.state === "done");
    if (jobs.length < 200) {
      expect(await readFile(path.join(folder(), "current"), "utf8")).toBe(String(last?.id ?? 0));
    }
    expect((await readdir(folder())).filter((name) => ["new", "previous"].includes(name))).toEqual([]);
    expect(store.audit.count({ text: "" })).toBe(jobs[0]?.id);
    await scope.end();
  }
  // The kills did fall into the middle of jobs, into running ones and into undoing ones.
  expect(open).toBeGreaterThan(KILLS / 2);
  expect([...interrupted].some((at) => at.startsWith("running"))).toBe(true);
  process.stdout.write(`interrupted: ${[...interrupted].toSorted().join(", ")}\n`);
});
