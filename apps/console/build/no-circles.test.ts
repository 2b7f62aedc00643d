import { expect, it } from "vitest";
import { circleIn } from "./no-circles.ts";

const imports = (...pairs: [name: string, of: string[]][]) => new Map(pairs);

it("names the circle in which files import one another", () => {
  expect(circleIn(imports(["a", ["b"]], ["b", ["c", "d"]], ["c", []], ["d", ["b"]]))).toEqual([
    "b",
    "d",
    "b",
  ]);
  expect(circleIn(imports(["a", ["a"]]))).toEqual(["a", "a"]);
});

it("has nothing against files that several others import, or that are not there", () => {
  expect(circleIn(imports(["a", ["b", "c"]], ["b", ["d"]], ["c", ["d", "x"]], ["d", []]))).toBeUndefined();
  expect(circleIn(new Map())).toBeUndefined();
});
