import { expect, it } from "vitest";
import * as z from "zod/mini";
import { correctionEnter } from "./corrections.ts";

it("takes no time of a correction that is none", () => {
  const given = {
    chan: "knx.line.temp",
    from: 0,
    to: 8_640_000_000_000_000,
    does: "remove",
    reason: "defekt",
  };
  const fits = (more: object) => z.safeParse(correctionEnter.body, { ...given, ...more }).success;
  expect(fits({ values: [] })).toBe(true);
  for (const wrong of [{ from: 8_640_000_000_000_001 }, { to: Number.MAX_SAFE_INTEGER }, { from: -1 }])
    expect(fits({ values: [], ...wrong })).toBe(false);
  expect(fits({ values: [[8_640_000_000_000_001, 1]] })).toBe(false);
});
