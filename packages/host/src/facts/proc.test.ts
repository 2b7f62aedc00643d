import { describe, expect, it } from "vitest";
import { parseRoutes, prefix } from "./proc-net.ts";
import { cpuBetween, parseBootTime, parseCpu, parseMemory } from "./proc-stat.ts";

const ROUTE = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
eth1\t000010AC\t00000000\t0001\t0\t0\t0\t0000F0FF\t0\t0\t0
*\t000000C0\t00000000\t0201\t0\t0\t0\t000000FF\t0\t0\t0
eth2\t00000000\t0101A8C0\t0002\t0\t0\t100\t00000000\t0\t0\t0
`;

describe("routes", () => {
  it("reads nets, gateways and devices, and leaves out what is down or rejected", () => {
    expect(parseRoutes(ROUTE)).toEqual([
      { net: "default", ip: "192.168.1.1", device: "eth0" },
      { net: "192.168.1.0/24", ip: "", device: "eth0" },
      { net: "172.16.0.0/12", ip: "", device: "eth1" },
    ]);
  });
  it("reads nothing from nothing", () => {
    expect(parseRoutes("")).toEqual([]);
  });
  it("counts the ones of a mask", () => {
    expect(["255.255.255.0", "255.240.0.0", "0.0.0.0", "255.255.255.255"].map(prefix)).toEqual([
      24, 12, 0, 32,
    ]);
  });
});

describe("memory and processor", () => {
  it("counts caches as free", () => {
    const text = "MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    700 kB\n";
    expect(parseMemory(text)).toEqual({ total: 1_024_000, free: 716_800, used: 307_200 });
  });
  it("does without MemAvailable", () => {
    expect(parseMemory("MemTotal: 10 kB\nMemFree: 4 kB\n")?.free).toBe(4096);
  });
  it("has no answer to a foreign text", () => {
    expect(parseMemory("nothing")).toBeUndefined();
    expect(parseBootTime("cpu 1 2 3")).toBeUndefined();
  });
  it("takes waiting for the disk as idle", () => {
    const before = parseCpu("cpu  100 0 100 1000 0 0 0 0 0 0\n");
    const after = parseCpu("cpu  150 0 150 1200 100 0 0 0 0 0\nbtime 1700000000\n");
    expect(cpuBetween(before, after)).toBeCloseTo(25);
    expect(cpuBetween(after, after)).toBe(0);
  });
  it("reads the boot time", () => {
    expect(parseBootTime("cpu 1\nbtime 1700000000\n")).toBe(1_700_000_000);
  });
});
