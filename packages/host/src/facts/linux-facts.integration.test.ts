import os from "node:os";
import { describe, expect, it } from "vitest";
import { LinuxFacts } from "./linux-facts.ts";

describe("this machine", () => {
  const facts = new LinuxFacts({ dataDir: os.tmpdir() });

  it("has memory and a disk whose parts fit the whole", async () => {
    for (const part of [await facts.memory(), await facts.disk()]) {
      expect(part.total).toBeGreaterThan(0);
      expect(part.used + part.free).toBeLessThanOrEqual(part.total);
      expect(part.used).toBeGreaterThanOrEqual(0);
    }
  });
  it("was started in the past, and has a name and a zone", async () => {
    expect(await facts.started()).toBeLessThanOrEqual(Date.now() / 1000);
    expect(await facts.hostname()).not.toBe("");
    const zone = await facts.zone();
    expect(() => new Intl.DateTimeFormat("de", { timeZone: zone })).not.toThrow();
  });
  it("uses between none and all of its cores", async () => {
    await facts.cpu();
    let x = 0;
    for (let i = 0; i < 5_000_000; i += 1) x += Math.sqrt(i);
    expect(x).toBeGreaterThan(0);
    const cpu = await facts.cpu();
    expect(cpu).toBeGreaterThanOrEqual(0);
    expect(cpu).toBeLessThanOrEqual(100);
  });
  it("lists adapters without the loopback", async () => {
    const names = (await facts.interfaces()).map((i) => i.device);
    expect(names).not.toContain("lo");
  });
});
