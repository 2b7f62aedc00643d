import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { podMessage } from "./pod-message.ts";

const IFACE = { iface: "main", state: true, active: 1, count: 1, last: 5 };
const LINE = { ts: 1, level: "info", src: "pod", module: "m", msg: "x" };
const deep = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

const GOOD = [
  { t: "hello", protocol: 2, id: "mqtt.a", pid: 3, token: "x" },
  { t: "loaded", problems: [{ field: "host", message: "fehlt" }] },
  { t: "conn", iface: { iface: "main", state: true, active: 1, count: 1, last: 5, port: 80, error: "x" } },
  { t: "conn", iface: { ...IFACE, overload: { address: "10.0.0.1", ended: 2, last: 5 } } },
  { t: "values", seq: 1, values: { n: [0, 1], v: [null, { a: 1 }], q: [0, 2], t: [1, 2] } },
  { t: "ack", seq: 4 },
  { t: "written", results: { n: [0, 1], seq: [3, 4], why: [null, "zu groß"] } },
  { t: "log", entries: [{ ts: 1, level: "info", src: "pod", module: "m", msg: "x" }] },
  { t: "stats", stats: { memory: 1, cpu: 0.5, counters: { in: 1, out: 2, coalesced: 0, failed: 0 } } },
];

const STATS = { memory: 1, cpu: 1, counters: { in: 1, out: 1, coalesced: 1, failed: 1 } };
const REFUSAL = { text: "404 Not Found", since: 1, last: 2, count: 37 };

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
    ["a time that no date can hold", { n: [0], v: [1], t: [1e308] }],
    ["a time before the epoch", { n: [0], v: [1], t: [-1] }],
    ["too many levels", { n: [0], v: [deep(65)], t: [1] }],
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

  it.each([
    ["conn", { iface: { ...IFACE, error: "x".repeat(50_000_000) } }],
    ["conn", { iface: { ...IFACE, iface: "x".repeat(501) } }],
    ["conn", { iface: { ...IFACE, last: 1e308 } }],
    ["conn", { iface: { ...IFACE, overload: "10.0.0.1" } }],
    ["conn", { iface: { ...IFACE, overload: { address: "x".repeat(501), ended: 1, last: 5 } } }],
    ["conn", { iface: { ...IFACE, overload: { address: "10.0.0.1", ended: 1, last: 1e308 } } }],
    ["conn", { iface: { ...IFACE, port: 65_536 } }],
    ["loaded", { problems: [{ field: "x", message: "x".repeat(2_001) }] }],
    ["loaded", { problems: Array.from({ length: 1_001 }, () => ({ field: "x", message: "x" })) }],
    ["hello", { protocol: 2, id: "x".repeat(501), pid: 1 }],
    ["hello", { protocol: 2, id: "x", pid: 1, token: "x".repeat(501) }],
    ["log", { entries: [{ ...LINE, module: "x".repeat(501) }] }],
    ["log", { entries: [{ ...LINE, ts: 1e308 }] }],
    ["log", { entries: Array.from({ length: 1_001 }, () => LINE) }],
    ["stats", { stats: STATS, refusals: [{ n: 2 }] }],
    ["stats", { stats: STATS, refusals: [{ n: 0, refusal: { ...REFUSAL, text: "x".repeat(501) } }] }],
    ["stats", { stats: STATS, refusals: [{ n: 0, refusal: { ...REFUSAL, since: 1e308 } }] }],
    ["stats", { stats: STATS, refusals: Array.from({ length: 1_001 }, () => ({ n: 0 })) }],
    ["values", { seq: 1.5, values: { n: [], v: [], t: [] } }],
  ])("refuses a %s beyond its bounds", (t, fields) => {
    expect(podMessage({ t, ...fields }, 2)).toBeUndefined();
  });

  it("takes what is refused, and what is refused no longer", () => {
    const message = { t: "stats", stats: STATS, refusals: [{ n: 0, refusal: REFUSAL }, { n: 1 }] };
    expect(podMessage(message, 2)).toEqual(message);
  });

  it("takes the deepest value", () => {
    expect(podMessage({ t: "values", seq: 1, values: { n: [0], v: [deep(64)], t: [1] } }, 2)).toBeDefined();
  });

  it("leaves out what it does not know, however deep it is", () => {
    const more = { more: deep(100_000) };
    const counters = { in: 1, out: 1, coalesced: 1, failed: 1 };
    for (const [message, plain] of [
      [
        { t: "conn", iface: { ...IFACE, ...more }, ...more },
        { t: "conn", iface: IFACE },
      ],
      [
        { t: "log", entries: [{ ...LINE, ...more }] },
        { t: "log", entries: [LINE] },
      ],
      [
        { t: "loaded", problems: [{ field: "a", message: "b", ...more }] },
        { t: "loaded", problems: [{ field: "a", message: "b" }] },
      ],
      [
        { t: "stats", stats: { memory: 1, cpu: 1, counters: { ...counters, ...more }, ...more } },
        { t: "stats", stats: { memory: 1, cpu: 1, counters } },
      ],
    ]) {
      expect(JSON.stringify(podMessage(message, 2))).toBe(JSON.stringify(plain));
    }
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
