import { hostProblem } from "@hubwart/runtime/host";
import { describe, expect, it } from "vitest";
import { podLoad } from "../testing/index.ts";
import { checkPing, pingSchema } from "./schema.ts";
import { targetsOf } from "./targets.ts";

describe("hostProblem", () => {
  it.each(["127.0.0.1", "::1", "fe80::1%eth0", "drucker.lan", "sps_1", "a", "host.example."])(
    "allows %s",
    (host) => {
      expect(hostProblem(host)).toBeUndefined();
    },
  );

  it.each([
    "-c",
    "--help",
    "1.2.3",
    "300.1.1.1",
    ":::",
    "a..b",
    "a b",
    "a;b",
    "$(id)",
    "",
    "x".repeat(64),
    "ä.de",
  ])("refuses %s", (host) => {
    expect(hostProblem(host)).toMatch(/kein/);
  });
});

describe("checkPing", () => {
  const problems = (chan: Parameters<typeof podLoad>[2][number]) =>
    checkPing(podLoad(pingSchema, [{}], [chan])).map(({ attribute }) => attribute);

  it("wants a type that fits the measure", () => {
    expect(problems({ chan: "x", type: "bool", config: { host: "::1", measure: "rtt" } })).toEqual(["type"]);
    expect(problems({ chan: "x", type: "float", config: { host: "::1" } })).toEqual(["type"]);
    expect(problems({ chan: "x", type: "float", config: { host: "::1", measure: "loss" } })).toEqual([]);
    expect(problems({ chan: "x", type: "int", config: { host: "::1" } })).toEqual([]);
  });

  it("names a bad host", () => {
    expect(problems({ chan: "x", config: { host: "1.2.3" } })).toEqual(["host"]);
  });
});

describe("targetsOf", () => {
  it("asks a host once for all channels that want it in the same way", () => {
    const load = podLoad(
      pingSchema,
      [{ interval: 5000 }],
      [
        { chan: "a", config: { host: "127.0.0.1" } },
        { chan: "b", type: "float", config: { host: "127.0.0.1", measure: "rtt", interval: 5000 } },
        { chan: "c", type: "int", config: { host: "127.0.0.1", interval: 600 } },
        { chan: "d", config: { host: "::1" } },
      ],
    );
    expect(targetsOf(load)).toEqual([
      {
        host: "127.0.0.1",
        port: 80,
        interval: 5000,
        timeout: 1000,
        count: 1,
        channels: [
          { index: 0, measure: "reachable", asNumber: false },
          { index: 1, measure: "rtt", asNumber: true },
        ],
      },
      expect.objectContaining({
        interval: 600,
        channels: [{ index: 2, measure: "reachable", asNumber: true }],
      }),
      expect.objectContaining({ host: "::1" }),
    ]);
  });
});
