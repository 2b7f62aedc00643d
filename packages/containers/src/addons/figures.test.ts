import { expect, it } from "vitest";
import type { Sample } from "../engine.ts";
import { cpuPercent } from "./figures.ts";

const sample = (cpuTotal: number, systemTotal: number | undefined, at: number): Sample => ({
  cpuTotal,
  systemTotal,
  cpus: 2,
  memory: 0,
  netIn: 0,
  netOut: 0,
  at,
});

it("reckons as docker stats: the share of the machine's time, times its processors", () => {
  expect(cpuPercent(sample(0, 0, 0), sample(1e9, 4e9, 2_000))).toBe(50);
});
it("takes the clock where the engine tells no time of the machine", () => {
  expect(cpuPercent(sample(0, undefined, 0), sample(1e9, undefined, 2_000))).toBe(50);
});
it("is 0 at the first look and after a restart, never negative", () => {
  expect(cpuPercent(undefined, sample(1e9, 1e9, 0))).toBe(0);
  expect(cpuPercent(sample(5e9, 1e9, 0), sample(1e9, 2e9, 1_000))).toBe(0);
  expect(cpuPercent(sample(1, undefined, 5), sample(2, undefined, 5))).toBe(0);
});
