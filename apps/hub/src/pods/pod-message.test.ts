import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { podMessage } from "./pod-message.ts";

const GOOD = [
  { t: "hello", protocol: 1, id: "mqtt.a", pid: 3, token: "x" },
  { t: "loaded", problems: [{ field: "host", message: "fehlt" }] },
  { t: "conn", iface: { iface: "main", state: true, active: 1, count: 1, last: 5, port: 80, error: "x" } },
  { t: "values", seq: 1, values: { n: [0, 1], v: [null, { a: 1 }], q: [0, 2], t: [1, 2] } },
  { t: "ack", seq: 4 },
  { t: "written", results: { n: [0, 1], seq: [3, 4], why: [null, "zu groß"] } },
  { t: "log", entries: [{ ts: 1, level: "info", src: "pod:mqtt.a", module: "m", msg: "x" }] },
  { t: "stats", stats: { memory: 1, cpu: 0.5, counters: { in: 1, out: 2, coalesced: 0, failed: 0 } } },
];

describe("podMessage", () => {
  it.each(GOOD)("takes $t", (message) => {
    expect(podMessage(message, 2)).toEqual(message);
  });

  it.each([
    ["a channel the pod does not have", { n: [2], v: [1], t: [1] }],
    ["a channel before the first", { n: [-1], v: [1], t: [1] }],
    ["half a channel", { n: [0.5], v: [1], t: [1] }],
    ["columns of different length", { n: [0, 1], v: [1], t: [1, 1] }],
    ["too few qualities", { n: [0, 1], v: [1, 1], q: [0], t: [1, 1] }],
    ["an unknown quality", { n: [0], v: [1], q: [3], t: [1] }],
    ["no time", { n: [0], v: [1], t: [null] }],
    ["no columns", {}],
  ])("refuses values with %s", (_what, values) => {
    expect(podMessage({ t: "values", seq: 1, values }, 2)).toBeUndefined();
  });

  it.each([
    ["a channel the pod does not have", { n: [2], seq: [1] }],
    ["more channels than there are", { n: [0, 1, 1], seq: [1, 1, 1] }],
    ["columns of different length", { n: [0], seq: [1, 2] }],
    ["too few reasons", { n: [0, 1], seq: [1, 1], why: [null] }],
    ["an endless reason", { n: [0], seq: [1], why: ["x".repeat(10_000)] }],
    ["no columns", {}],
  ])("refuses results of writes with %s", (_what, results) => {
    expect(podMessage({ t: "written", results }, 2)).toBeUndefined();
  });

  it("never throws, and takes nothing that lacks a part", () => {
    fc.assert(
      fc.property(fc.constantFrom(...GOOD), fc.jsonValue(), fc.nat(), (good, junk, at) => {
        podMessage(junk, 2);
        const keys = Object.keys(good).filter((key) => key !== "token");
        const key = keys[at % keys.length] ?? "t";
        expect(podMessage({ ...good, [key]: undefined }, 2)).toBeUndefined();
      }),
    );
  });
});
