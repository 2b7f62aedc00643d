import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { bundledTogether } from "../../../scripts/bundle.mjs";
import { bundle } from "./bundle.ts";

describe("what is bundled together", () => {
  it("is each process that stays for itself, and all others", () => {
    expect(bundledTogether({ hub: "h.ts", cli: "c.ts", pod: "p.ts", "check-child": "k.ts" })).toEqual([
      { hub: "h.ts" },
      { pod: "p.ts" },
      { cli: "c.ts", "check-child": "k.ts" },
    ]);
    expect(bundledTogether({ alarms: "a.ts" })).toEqual([{ alarms: "a.ts" }]);
  });

  it("gives a process nothing that only another one uses", async () => {
    const entries = { alarms: "apps/hub/src/alarms-main.ts", energy: "apps/hub/src/energy-main.ts" };
    const { folder, remove } = await bundle(entries);
    try {
      const alarms = await readFile(path.join(folder, "alarms.mjs"), "utf8");
      expect(alarms).toContain("CREATE TABLE IF NOT EXISTS alarm");
      // All that it runs stands in its own file: nothing comes along with a chunk that others use as well.
      expect(alarms.match(/from"\.\/[^"]+"/)).toBeNull();
    } finally {
      await remove();
    }
  });
});
