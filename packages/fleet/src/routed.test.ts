import { describe, expect, it } from "vitest";
import { FLEET_LIMITS } from "./limits.ts";
import { type RoutedCall, readRouted, routedAnswer, routedCall, writeRouted } from "./routed.ts";

const CALL: RoutedCall = {
  v: 1,
  call: "podState",
  person: { id: "abc", name: "Anna Öztürk" },
  level: "see",
  query: { pod: "knx" },
};
const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const read = (value: unknown) => readRouted(routedCall, bytes(value));

describe("a call of the central", () => {
  it("comes over as it was", () => {
    expect(readRouted(routedCall, writeRouted(CALL) ?? new Uint8Array())).toEqual(CALL);
  });
  it("is refused as garbage, of another version, or of a level that there is not", () => {
    for (const wrong of ["", "{", "null", "[]", '"x"', { ...CALL, v: 2 }, { ...CALL, level: "root" }])
      expect(read(wrong)).toBeUndefined();
    expect(readRouted(routedCall, new Uint8Array([0xff, 0xfe]))).toBeUndefined();
    for (const call of ["", "__proto__", "pod state", "a.b", "x".repeat(61)])
      expect(read({ ...CALL, call })).toBeUndefined();
  });
  it("names a person by one line that can be read", () => {
    const names = ["", "x".repeat(61), "a\nb", "a\u0000b", "a\u202eb", "a\u200fb", "\ud800", "\u009b31m"];
    for (const name of names) expect(read({ ...CALL, person: { id: "a", name } }), name).toBeUndefined();
    for (const id of ["", "a b", "../x", "x".repeat(41)])
      expect(read({ ...CALL, person: { id, name: "A" } })).toBeUndefined();
  });
  it("is refused where it is too long or nested, before it is parsed", () => {
    expect(read({ ...CALL, body: "x".repeat(FLEET_LIMITS.message) })).toBeUndefined();
    expect(writeRouted({ ...CALL, body: "x".repeat(FLEET_LIMITS.message) })).toBeUndefined();
    expect(read(`{"v":1,"more":${"[".repeat(400_000)}`)).toBeUndefined();
    expect(
      read({ ...CALL, query: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`q${n}`, ""])) }),
    ).toBe(undefined);
  });
});

it("an answer of a hub is held against its shape", () => {
  expect(readRouted(routedAnswer, bytes({ v: 1, status: 200, body: "{}" }))).toBeDefined();
  for (const wrong of [
    { v: 1, status: 100, body: "" },
    { v: 1, status: 200, body: {} },
    { v: 1, status: 200 },
  ])
    expect(readRouted(routedAnswer, bytes(wrong))).toBeUndefined();
});
