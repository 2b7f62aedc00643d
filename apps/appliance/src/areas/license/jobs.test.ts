import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { ManualClock, Scope } from "@hubwart/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testJobs } from "../../testing/test-jobs.ts";
import { defineLicenseJobs } from "./jobs.ts";

let folder = "";
let scope: Scope;
let restarts: number[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "license-jobs-"));
  restarts = [];
});
afterEach(async () => {
  await scope.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Reading the stored licence takes as long as the disk does. */
async function settle(until: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !until(); i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
}

function start(replace: (key: string, storing: (jws: string) => void) => Promise<void>) {
  scope = new Scope();
  const jobs = testJobs(folder, new ManualClock(), scope);
  const restartHub = (reason: number) => void restarts.push(reason);
  const licenseFile = path.join(folder, "license.jws");
  return { jobs, license: defineLicenseJobs({ jobs, licenseFile, restartHub, replace }) };
}
const never = () => new Promise<void>(() => undefined);

describe("a change of the licence that a crash cuts off", () => {
  it.each([
    ["after the file was replaced", true, "done", [1_004]],
    ["before that", false, "failed", []],
  ] as const)("%s", async (_when, stored, state, expected) => {
    const first = start(async (_key, storing) => {
      storing("neu");
      if (stored) writeFileSync(path.join(folder, "license.jws"), "neu\n");
      await never();
    });
    first.license.upload.start({}, { live: { key: "AB-GEHEIM" } });
    await scope.end();
    const { jobs } = start(never);
    jobs.takeUp();
    await settle(() => jobs.busy === undefined);
    expect(jobs.list()[0]).toMatchObject({ state, code: state === "done" ? 0 : CODES.jobInterrupted });
    expect(restarts).toEqual(expected);
  });
});
