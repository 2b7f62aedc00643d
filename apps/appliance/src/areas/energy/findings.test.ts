import { expect, it } from "vitest";
import { energyFindings } from "./findings.ts";

it("says what keeps consumption from being stored, and nothing while it is", () => {
  expect(energyFindings({})).toEqual([]);
  expect(energyFindings({ energy: "Die Platte ist voll." })).toEqual([
    { code: "energy", level: 2, text: "Die Platte ist voll.", route: "/runtime/energy" },
  ]);
});
