import { expect, it } from "vitest";
import { refuseTaken } from "./taken.ts";

it("refuses a name that is there, beside its field", () => {
  const taken = ["haus.lua", "lampe"];
  expect(refuseTaken("file", "haus.lua", taken)).toEqual({
    file: "„haus.lua“ gibt es schon. Wählen Sie einen anderen Namen.",
  });
  expect(refuseTaken("user", "lampe 2", taken)).toEqual({});
});
