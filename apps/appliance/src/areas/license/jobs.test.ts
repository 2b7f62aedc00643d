import { writeFileSync } from "node:fs";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { ManualClock, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testJobs } from "../../testing/test-jobs.ts";
import { defineLicenseJobs } from "./jobs.ts";

const folder = useFolder();
let scope: Scope;
let restarts: number[] = [];
beforeEach(() => {
  restarts = [];
});
afterEach(() => scope.end());

function start(replace: (key: string, storing: (jws: string) => void) => Promise<void>) {
  scope = new Scope();
  const jobs = testJobs(folder(), new ManualClock(), scope);
  const restartHub = (reason: number) => void restarts.push(reason);
  const licenseFile = path.join(folder(), "license.jws");
  return { jobs, license: defineLicenseJobs({ jobs, licenseFile, restartHub, replace }) };
}
const never = () => new Promise<void>(() => undefined);

describe("a change of the licence that a crash cuts off", () => {
  it.each([
    ["after the file was replaced", true, "done", [1_004]],
    ["before that", false, "failed", []],
  ] as const)("%s", async (_when, stored, state, expected) => {
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const first = start(async (_key, storing) => {
      storing("neu");
      if (stored) writeFileSync(path.join(folder(), "license.jws"), "neu\n");
      reach();
      await never();
    });
    first.license.upload.start({}, { live: { key: "AB-GEHEIM" } });
    // The crash comes here, not while the job still begins.
    await reached;
    await scope.end();
    const { jobs } = start(never);
    jobs.takeUp();
    // Reading the stored licence takes as long as the disk does.
    await vi.waitFor(() => expect(jobs.busy).toBeUndefined(), { timeout: 30_000 });
    expect(jobs.list()[0]).toMatchObject({ state, code: state === "done" ? 0 : CODES.jobInterrupted });
    expect(restarts).toEqual(expected);
  });
});
