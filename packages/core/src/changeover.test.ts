import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { type Changeover, refuseDuringChangeover } from "./changeover.ts";

const root = useFolder();

const record = (change: Partial<Changeover>) =>
  writeFile(
    path.join(root(), "changeover.json"),
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
  await refuseDuringChangeover(root());
  await record({ good: true });
  await expect(refuseDuringChangeover(root())).rejects.toThrow("auf Probe");
  await refuseDuringChangeover(root(), "update-1");
  await record({ state: "swapping" });
  await expect(refuseDuringChangeover(root())).rejects.toThrow("auf einen anderen Stand");
  for (const state of ["done", "back"] as const) {
    await record({ state });
    await refuseDuringChangeover(root());
  }
});
