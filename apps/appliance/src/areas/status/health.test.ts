import type { ChildState } from "@hubwart/ipc";
import { describe, expect, it } from "vitest";
import { assess, type HealthInput } from "./health.ts";

const HUB: HealthInput["hub"] = {
  pid: 7,
  started: 1,
  state: "running",
  lastrc: 0,
  restarts: 1,
  runtime: 1,
  unit: "hubwart-hub",
};
const FINE: HealthInput = {
  reported: [],
  license: { valid: true, name: "Werk 1", expiry: null, meta: {} },
  hub: HUB,
  project: {
    id: "p",
    name: "P",
    modified: 1,
    version: "1",
    backup: { found: false, filename: "", size: 0 },
  },
  disk: { name: "HDD", total: 100, free: 50, used: 50, used_perc: 50 },
  children: [],
  pods: [],
  scripts: undefined,
  broker: undefined,
};
const codes = (change: Partial<HealthInput>) => assess({ ...FINE, ...change }).findings.map((f) => f.code);
const child = (crashes: number): ChildState => ({
  name: "hub",
  pid: 7,
  running: true,
  started: 1,
  restarts: 6,
  lastrc: 0,
  crashes,
});

describe("health", () => {
  it("is fine with a running hub and nothing reported", () => {
    expect(assess(FINE)).toEqual({ level: 1, findings: [] });
  });
  it("takes the level of the most serious finding, which comes first", () => {
    const { level, findings } = assess({
      ...FINE,
      reported: [
        { code: "license_expiry", level: 2, text: "bald" },
        { code: "license", level: 3, text: "keine" },
      ],
    });
    expect(level).toBe(3);
    expect(findings.map((f) => f.code)).toEqual(["license", "license_expiry"]);
  });
  it.each([
    [{ ...HUB, state: "stopped" as const }, "hub-stopped"],
    [{ ...HUB, pid: 0 }, "hub-stopped"],
    [{ ...HUB, state: "init" as const }, "hub-starting"],
    [{ ...HUB, state: "no_project" as const, pid: 0 }, "hub-stopped"],
    [{ ...HUB, state: "no_license" as const }, "hub-no-license"],
  ])("is an error unless the hub runs (%#)", (hub, code) => {
    expect(assess({ ...FINE, hub }).level).toBe(3);
    expect(codes({ hub })).toEqual([code]);
  });
  it("of a new device without a project is fine, with its next step", () => {
    const { level, findings } = assess({ ...FINE, hub: { ...HUB, state: "no_project" } });
    expect([level, findings.map((f) => [f.code, f.level, f.route])]).toEqual([
      1,
      [["no-project", 1, "/project/upload"]],
    ]);
  });
  it("welcomes nobody whose project was there before", () => {
    const reported = [{ code: "project-unknown" as const, level: 3 as const, text: "weg" }];
    expect(codes({ reported, hub: { ...HUB, state: "no_project" } })).toEqual(["project-unknown"]);
  });
  it("does not blame the hub for a missing licence that is reported anyway", () => {
    const license = { valid: false, name: "", expiry: null, meta: {} };
    expect(codes({ license, hub: { ...HUB, state: "no_license" } })).toEqual([]);
  });
  it("warns of crashes, a full disk and a project that was put back", () => {
    expect(codes({ children: [child(4)] })).toEqual([]);
    expect(codes({ children: [child(5)] })).toEqual(["crashes-hub"]);
    expect(codes({ pods: [{ id: "mqtt.a", type: "mqtt", crashes: 4 }] })).toEqual([]);
    expect(codes({ disk: { ...FINE.disk, used_perc: 90 } })).toEqual(["disk-full"]);
    expect(codes({ project: { ...FINE.project, put_back: "Der Hub lief nicht an." } })).toEqual([
      "project-put-back",
    ]);
  });
  it("says that the broker of external pods is away, once it is known", () => {
    expect(codes({ broker: { connected: true } })).toEqual([]);
    expect(codes({ broker: { connected: false } })).toEqual([]);
    expect(codes({ broker: { connected: false, error: "abgelehnt" } })).toEqual(["pod-broker"]);
  });
  it("names what does not answer while it does not", () => {
    const silent = true as const;
    expect(codes({ children: [{ ...child(0), name: "vendor", silent }] })).toEqual(["silent-vendor"]);
    expect(codes({ pods: [{ id: "mqtt.a", type: "mqtt", crashes: 0, silent }] })).toEqual([
      "silent-pod-mqtt.a",
    ]);
    expect(codes({ scripts: { crashes: 0 } })).toEqual([]);
    expect(codes({ scripts: { crashes: 0, silent } })).toEqual(["silent-scripts"]);
    expect(codes({ scripts: { crashes: 5 } })).toEqual(["crashes-scripts"]);
  });
  it("names a pod that crashes, and where its log is", () => {
    const pods = [{ id: "mqtt.a", type: "mqtt", crashes: 7 }];
    expect(assess({ ...FINE, pods }).findings).toEqual([
      {
        code: "crashes-pod-mqtt.a",
        level: 2,
        text: "Der Pod mqtt.a ist in den letzten zehn Minuten 7-mal abgestürzt.",
        route: "/pods/mqtt/mqtt.a/logging",
      },
    ]);
  });
});
