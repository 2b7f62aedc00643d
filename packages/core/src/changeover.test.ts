import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Changeover, refuseDuringChangeover } from "./changeover.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "changeover-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const record = (change: Partial<Changeover>) =>
  writeFile(
    path.join(root, "changeover.json"),
    JSON.stringify({
      id: "update-1",
      kind: "update",
      replace: [],
      gateMs: 60_000,
      state: "trial",
      ...change,
    }),
  );

it("refuses what needs the device for itself while a release is on trial, with what to wait for", async () => {
  await refuseDuringChangeover(root);
  await record({ good: true });
  await expect(refuseDuringChangeover(root)).rejects.toThrow("auf Probe");
  await refuseDuringChangeover(root, "update-1");
  await record({ state: "swapping" });
  await expect(refuseDuringChangeover(root)).rejects.toThrow("auf einen anderen Stand");
  for (const state of ["done", "back"] as const) {
    await record({ state });
    await refuseDuringChangeover(root);
  }
});
