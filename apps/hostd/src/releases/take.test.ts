import { Scope, systemClock } from "@hubwart/core";
import type { LicenseVerdict } from "@hubwart/license";
import { expect, it } from "vitest";
import { ReleaseStore } from "./store.ts";
import { takeRelease } from "./take.ts";

const asked: string[] = [];
const VERDICT: LicenseVerdict = { valid: true, name: "", key: "", expiry: null, meta: {}, fingerprint: "" };

const taken = (verdict: Partial<LicenseVerdict>, channel: "stable" | "dev") =>
  takeRelease(
    { channel, version: "1.0.0", license: "" },
    {
      metadata: async (name) => {
        asked.push(name);
        return undefined;
      },
      archive: async function* () {},
    },
    {
      store: new ReleaseStore("/nowhere", "0.1.0"),
      trustedRoot: "/nowhere/root.json",
      judge: async () => ({ ...VERDICT, ...verdict }),
      clock: systemClock,
      signal: new Scope().signal,
    },
  );

it("takes nothing without a valid licence, and nothing of a channel that it does not include", async () => {
  const dev = { "Update-Kanäle": "dev" };
  await expect(
    taken({ valid: false, reason: "Die Lizenz ist abgelaufen.", meta: dev }, "dev"),
  ).rejects.toThrow("Die Lizenz ist abgelaufen.");
  await expect(taken({}, "dev")).rejects.toThrow("unterstützt diesen Update-Kanal nicht");
  await expect(taken({ meta: dev }, "stable")).rejects.toThrow("unterstützt diesen Update-Kanal nicht");
  expect(asked).toEqual([]);
});
