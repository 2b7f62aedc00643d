import { expect, it } from "vitest";
import { refusedName } from "./new-name.ts";

it("refuses the name of a script that is there, which saving would empty", () => {
  expect(refusedName("haus.lua", ["a.lua", "haus.lua"])).toEqual({
    file: "Das Skript „haus.lua“ gibt es schon. Wählen Sie einen anderen Namen.",
  });
  expect(refusedName("haus2.lua", ["a.lua", "haus.lua"])).toEqual({});
});
