import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { AppContext } from "../../../context.ts";
import { type RestoreParts, restoreHandlers } from "./routes.ts";

it("refuses a restore while a release is on trial, before anything of the backup is opened", async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), "restore-routes-"));
  try {
    const trial = { id: "update-1", kind: "update", replace: [], gateMs: 60_000, state: "trial", good: true };
    await writeFile(path.join(root, "changeover.json"), JSON.stringify(trial));
    const app = { launcher: { present: true }, layout: { root } } as unknown as AppContext;
    const opened = {
      find: () => {
        throw new Error("opened");
      },
    };
    const { restoreStart } = restoreHandlers(app, { opened } as unknown as RestoreParts);
    const request = { audit: () => undefined, body: { id: "x", parts: ["settings"] } };
    await expect(restoreStart?.(request as never)).rejects.toThrow("auf Probe");
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
