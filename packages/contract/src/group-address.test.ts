import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupText, parseGroup } from "./group-address.ts";
import { knxSend } from "./routes/knx.ts";

const NONE = [
  "",
  "a",
  "0",
  "0/0/0",
  "32/0/0",
  "99/1/3",
  "1/8/0",
  "1/2/256",
  "32/1",
  "1/2048",
  "65536",
  "1/",
  "/1",
  "1/2/3/4",
  "1.2.3",
  "-1",
  "1/-1/2",
];

describe("group addresses", () => {
  it("are written in three ways", () => {
    expect(["1/2/3", "1/515", "2563"].map(parseGroup)).toEqual([2563, 2563, 2563]);
    expect(["0/0/1", "31/7/255", "31/2047", "65535"].map(parseGroup)).toEqual([1, 0xffff, 0xffff, 0xffff]);
  });

  it.each(NONE)("%j is none", (text) => expect(parseGroup(text)).toBeUndefined());

  it("are read as they are written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 0xffff }), (raw) => {
        expect(parseGroup(groupText(raw))).toBe(raw);
      }),
    );
  });

  it.each(NONE)("no telegram is sent to %j", (address) => {
    const telegram = { iface: "knx.iface.eins.main", dpt: "1.001", service: "write", value: "1" };
    expect(knxSend.body?.safeParse({ ...telegram, address: "1/2/3" }).success).toBe(true);
    expect(knxSend.body?.safeParse({ ...telegram, address }).success).toBe(false);
  });
});
