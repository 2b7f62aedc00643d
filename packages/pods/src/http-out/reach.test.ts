import { expect, it } from "vitest";
import { Reach } from "./reach.ts";

it("is reached as long as anything is answered, and says what is not", () => {
  const reach = new Reach();
  expect(reach.failed("b", "late", false)).toEqual({ reached: false, error: "late" });
  expect(reach.answered("a")).toEqual({ reached: true, error: "late" });
  for (let round = 0; round < 3; round += 1) {
    expect(reach.failed("b", "late", false)).toEqual({ reached: true, error: "late" });
    expect(reach.answered("a")).toEqual({ reached: true, error: "late" });
  }
  expect(reach.answered("b")).toEqual({ reached: true, error: "" });
  reach.failed("a", "401", false);
  expect(reach.failed("b", "late", false)).toEqual({ reached: false, error: "401" });
  reach.answered("c");
  for (const [what, error] of [
    ["a", "401"],
    ["b", "late"],
  ] as const) {
    expect(reach.failed(what, error, false)).toEqual({ reached: true, error: "401" });
  }
});

it("is not reached from the first connection on that cannot be made, until something is answered", () => {
  const reach = new Reach();
  reach.answered("a");
  reach.answered("b");
  expect(reach.failed("b", "refused", true)).toEqual({ reached: false, error: "refused" });
  expect(reach.failed("c", "late", false)).toMatchObject({ reached: false });
  expect(reach.answered("a")).toMatchObject({ reached: true });
});

it("keeps no more than a thousand", () => {
  const reach = new Reach();
  for (let i = 0; i < 5_000; i += 1) reach.failed(`${i}`, `error ${i}`, false);
  expect(reach.answered("a")).toEqual({ reached: true, error: "error 4000" });
});
