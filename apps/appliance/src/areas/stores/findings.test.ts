import { expect, it } from "vitest";
import { recorderFindings } from "./findings.ts";

it("says what keeps values from being recorded, and nothing while they are", () => {
  expect(recorderFindings(undefined)).toEqual([]);
  expect(recorderFindings("Die Platte ist voll.")).toEqual([
    {
      code: "recorder",
      level: 2,
      text: "Werte werden zurzeit nicht aufgezeichnet: Die Platte ist voll.",
      route: "/resources/stores",
    },
  ]);
});
