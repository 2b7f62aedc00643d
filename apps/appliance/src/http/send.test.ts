import { describe, expect, it } from "vitest";
import { disposition } from "./send.ts";

describe("the name of a download", () => {
  it.each([
    ["plan.xlsx", "plan.xlsx"],
    ["Übung (1).xlsx", "%C3%9Cbung%20%281%29.xlsx"],
    ["half\ud83d", "half%EF%BF%BD"],
    ["\ude00half", "%EF%BF%BDhalf"],
    ['a"\r\nb', "a%22%0D%0Ab"],
  ])("%j is told in a header of ASCII", (name, encoded) => {
    const header = disposition(name);
    expect(header).toMatch(/^attachment; filename="[A-Za-z0-9._-]+"; filename\*=UTF-8''/);
    expect(header.endsWith(`''${encoded}`)).toBe(true);
  });
});
