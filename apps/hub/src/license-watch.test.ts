import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { LicenseVerdict } from "@hubwart/license";
import { describe, expect, it } from "vitest";
import { LicenseWatch } from "./license-watch.ts";

const BASE = { name: "", key: "", meta: {}, fingerprint: "" };

function setup(verify: (now: number) => Promise<LicenseVerdict>) {
  const clock = new ManualClock();
  const scope = new Scope();
  const verdicts: LicenseVerdict[] = [];
  const sink = new MemoryLogSink();
  const log = createLogger("hub", "license", sink);
  const watch = new LicenseWatch({
    verify,
    onVerdict: (verdict) => verdicts.push(verdict),
    clock,
    log,
    scope,
  });
  /** Time passes, with turns of the event loop for what it starts. */
  const pass = async (ms: number, step: number) => {
    for (let done = 0; done < ms; done += step) {
      clock.advance(step);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, scope, verdicts, watch, pass, sink };
}

describe("LicenseWatch", () => {
  it("notices the end of a licence when it comes, not a minute later", async () => {
    let expiry = 0;
    const run = setup((now) =>
      Promise.resolve({
        ...BASE,
        expiry: new Date(expiry).toISOString(),
        ...(now < expiry ? { valid: true } : { valid: false, code: 3 }),
      }),
    );
    expiry = run.clock.now() + 90_000;
    await run.watch.check();
    await run.pass(89_000, 1_000);
    expect(run.verdicts.map(({ valid }) => valid)).toEqual([true]);
    await run.pass(2_000, 500);
    expect(run.verdicts.map(({ valid, code }) => [valid, code])).toEqual([
      [true, undefined],
      [false, 3],
    ]);
    await run.scope.end();
  });

  it("finds a licence that arrives, and tells a verdict once", async () => {
    let valid = false;
    const run = setup(() =>
      Promise.resolve({ ...BASE, expiry: null, valid, ...(valid ? {} : { code: 1 as const }) }),
    );
    await run.watch.check();
    await run.pass(20_000, 1_000);
    valid = true;
    await run.pass(6_000, 1_000);
    await run.watch.check();
    expect(run.verdicts.map((verdict) => verdict.valid)).toEqual([false, true]);
    await run.scope.end();
  });

  it("keeps the verdict while the file cannot be read", async () => {
    let broken = false;
    const run = setup(() =>
      broken ? Promise.reject(new Error("EIO")) : Promise.resolve({ ...BASE, expiry: null, valid: true }),
    );
    await run.watch.check();
    broken = true;
    await run.watch.check();
    expect(run.verdicts.length).toBe(1);
    expect(run.sink.entries.at(-1)?.msg).toContain("EIO");
    await run.scope.end();
  });
});
