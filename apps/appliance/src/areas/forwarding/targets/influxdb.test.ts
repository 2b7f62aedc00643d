import { expect, it } from "vitest";
import { influxAccess } from "./influxdb.ts";

const keys = { token: "ours", org: "hub", bucket: "hub_state" };
const addOn = { ...keys, tokenFor: (typed: string) => (typed === "renewed since" ? "ours" : typed) };

it("what was left empty is the add-on's own; what was typed counts", () => {
  const empty = { token: "", org: "", bucket: "" };
  expect(influxAccess(empty, addOn)).toEqual(keys);
  expect(influxAccess({ ...empty, bucket: "mine" }, addOn)).toEqual({ ...keys, bucket: "mine" });
  const typed = { token: "t", org: "", bucket: "b" };
  expect(influxAccess(typed, addOn)).toEqual(typed);
  expect(influxAccess({ ...typed, token: "renewed since" }, addOn)).toEqual({ ...typed, token: "ours" });
  expect(influxAccess(empty, undefined)).toEqual(empty);
});
