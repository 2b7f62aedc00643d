import { expect, it } from "vitest";
import { FIRST_STYLE } from "../../build/first-style.ts";
import { theme } from "./theme.ts";

const families = (theme.fontFamily ?? "").split(/,\s*/).map((name) => name.replaceAll('"', ""));

it("takes fonts of one width on every system before those that may be wider", () => {
  const generic = families.indexOf("system-ui");
  for (const name of ["-apple-system", "Segoe UI", "Roboto", "Liberation Sans", "Arial"]) {
    expect(families).toContain(name);
    expect(families.indexOf(name)).toBeLessThan(Math.min(generic, families.indexOf("Noto Sans")));
  }
});

it("draws the first frame with the same fonts, so that nothing moves", () => {
  const [, first = ""] = /#first\{[^}]*font:1rem\/1\.55 ([^}]*)\}/.exec(FIRST_STYLE) ?? [];
  expect(first.split(",").map((name) => name.replaceAll('"', ""))).toEqual(families);
});
