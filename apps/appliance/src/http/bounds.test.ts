import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keptTo, ownRecord } from "./bounds.ts";
import { demandCall, ForbiddenError } from "./rights.ts";

const of = (...channels: string[]) => keptTo({ bounds: { channels } });

describe("who is kept to some channels", () => {
  it("has those and no others; no pattern is no channel, and no bounds are none", () => {
    expect(of("knx.*", "mqtt.a.b").channel("knx.x.y")).toBe(true);
    expect(of("knx.*", "mqtt.a.b").channel("mqtt.a.bc")).toBe(false);
    expect(of().channel("knx.x.y")).toBe(false);
    expect(keptTo({ bounds: {} }).channel("knx.x.y")).toBe(true);
    expect(keptTo(undefined).patterns).toBeUndefined();
  });
  it("has the pods that may have a channel of his", () => {
    expect(of("knx.halle.temp").pod("knx.halle")).toBe(true);
    expect(of("knx.halle.temp").pod("knx.hall")).toBe(false);
    expect(of("knx.halle2.*").pod("knx.halle")).toBe(false);
    expect(of("knx.*").pod("mqtt.a")).toBe(false);
    expect(of("*.temp").pod("mqtt.a")).toBe(true);
    expect(of().pod("mqtt.a")).toBe(false);
  });
  it("misses no pod that has a channel of his", () => {
    const part = fc.constantFrom("a", "ab", "b*", "?", "*", "temp");
    const pattern = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
    const name = fc.tuple(
      fc.constantFrom("a", "ab", "b"),
      fc.constantFrom("a", "ab"),
      fc.constantFrom("temp", "a"),
    );
    fc.assert(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 3 }), name, (patterns, [type, pod, chan]) => {
        const kept = of(...patterns);
        if (kept.channel(`${type}.${pod}.${chan}`)) expect(kept.pod(`${type}.${pod}`)).toBe(true);
      }),
    );
  });
  it("is not told from which other channel a value came", () => {
    const kept = of("knx.*");
    expect(ownRecord(kept, { chan: "knx.a.b", from: "mqtt.a.b" })).toEqual({ chan: "knx.a.b" });
    expect(ownRecord(kept, { chan: "knx.a.b", from: "knx.a.c" }).from).toBe("knx.a.c");
    expect(ownRecord(kept, { chan: "knx.a.b", from: "" }).from).toBe("");
  });
});

describe("a call", () => {
  const caller = (bounds?: { areas?: string[]; channels?: string[] }) =>
    ({ level: "admin", bounds }) as const;
  const spec = { path: "/alarms/ack", needs: "see", channels: "whole" } as const;
  it("that cannot be parted is for nobody who is kept to channels", () => {
    expect(() => demandCall(caller({ channels: ["*"] }), spec)).toThrow(ForbiddenError);
    for (const channels of ["none", "filtered"] as const)
      expect(() => demandCall(caller({ channels: ["*"] }), { ...spec, channels })).not.toThrow();
    expect(() => demandCall(caller(), spec)).not.toThrow();
  });
  it("belongs to an area, and is for nobody who is kept to others", () => {
    expect(() => demandCall(caller({ areas: ["trace"] }), spec)).toThrow(ForbiddenError);
    expect(() => demandCall(caller({ areas: ["trace", "alarms"] }), spec)).not.toThrow();
    expect(() => demandCall(caller({ areas: [] }), spec)).toThrow(ForbiddenError);
  });
});
