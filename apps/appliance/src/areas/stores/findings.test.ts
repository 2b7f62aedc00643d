import { expect, it } from "vitest";
import { storesFindings } from "./findings.ts";

it("says what keeps values from being recorded, and from being kept, and nothing while they are", () => {
  expect(storesFindings({})).toEqual([]);
  const why = "Die Platte ist voll.";
  expect(storesFindings({ recorder: why, retained: why })).toEqual([
    {
      code: "recorder",
      level: 2,
      text: "Werte werden zurzeit nicht aufgezeichnet: Die Platte ist voll.",
      route: "/resources/stores",
    },
    {
      code: "retained",
      level: 2,
      text: "Gehaltene Werte werden zurzeit nicht gespeichert: Die Platte ist voll.",
      route: "/resources/stores",
    },
  ]);
});
