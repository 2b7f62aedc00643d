import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameMatcher } from "./name-pattern.ts";

/** The obvious way, as a yardstick. */
function byRegExp(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(name);
}

const letters = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "?"), maxLength: 8 });
const name = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 12 });

describe("nameMatcher", () => {
  it("agrees with a regular expression", () => {
    fc.assert(
      fc.property(letters, name, (pattern, text) => {
        expect(nameMatcher([pattern])(text)).toBe(byRegExp(pattern, text));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes any of several patterns, and everything without one", () => {
    const matcher = nameMatcher(["mqtt.pod.*", "*.iface.a.?"]);
    expect(matcher("mqtt.pod.x")).toBe(true);
    expect(matcher("ping.iface.a.1")).toBe(true);
    expect(matcher("ping.iface.a.10")).toBe(false);
    expect(nameMatcher([])("anything")).toBe(true);
  });

  it("is not slowed down by many stars", () => {
    const matcher = nameMatcher([`${"*a".repeat(50)}*b`]);
    expect(matcher("a".repeat(5000))).toBe(false);
  });
});
