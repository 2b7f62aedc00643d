import { describe, expect, it } from "vitest";
import { blankOut } from "./blank-out.ts";

describe("blankOut", () => {
  it("leaves no part of a secret, also where one begins with another", () => {
    const blank = blankOut({ a: "geheim", b: "geheim123", pin: "12" });
    expect(blank("geheim123, geheim und geheimgeheim; Zeile 12")).toBe("•••, ••• und ••••••; Zeile 12");
  });

  it("leaves text alone where there is no secret", () => {
    expect(blankOut({})("x")).toBe("x");
  });
});
