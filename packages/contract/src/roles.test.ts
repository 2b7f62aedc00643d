import { describe, expect, it } from "vitest";
import { rightsOf } from "./roles.ts";

describe("what a role allows", () => {
  it.each([
    ["read", ["*"], []],
    ["Lesen", ["*"], []],
    [" WRITE ", ["*"], ["*"]],
    ["schreiben", ["*"], ["*"]],
    ["read write", ["*"], ["*"]],
    ["read:knx.*,mqtt.a", ["knx.*", "mqtt.a"], []],
    ["read:a.* write:b.c;write:b.d", ["a.*", "b.c", "b.d"], ["b.c", "b.d"]],
    ["write:b.*,", ["b.*"], ["b.*"]],
  ])("%j", (role, read, write) => {
    expect(rightsOf(role)).toEqual({ read, write });
  });
  it.each([
    "",
    " ",
    "admin",
    "read admin",
    "read:",
    "write:,",
    ":",
    "constructor",
    "__proto__:*",
    "readwrite",
  ])("%j is no role that opens channels", (role) => expect(rightsOf(role)).toBeUndefined());
});
