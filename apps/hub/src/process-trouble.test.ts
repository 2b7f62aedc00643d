import { expect, it } from "vitest";
import { processTrouble } from "./process-trouble.ts";

const texts = { silent: "schweigt", crashes: "stürzt ab", off: "ist aus" };
const well = { silent: false, crashes: 0, awaySince: undefined, now: 100_000 };

it("is silence before crashes before being away, and nothing of a restart that is short", () => {
  expect(processTrouble(well, texts)).toBeUndefined();
  expect(processTrouble({ ...well, crashes: 4, awaySince: 80_001 }, texts)).toBeUndefined();
  expect(processTrouble({ ...well, awaySince: 80_000 }, texts)).toBe("ist aus");
  expect(processTrouble({ ...well, crashes: 5, awaySince: 0 }, texts)).toBe("stürzt ab");
  expect(processTrouble({ ...well, crashes: 5, silent: true }, texts)).toBe("schweigt");
});
