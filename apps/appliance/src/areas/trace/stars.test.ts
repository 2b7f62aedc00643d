import { LIMITS } from "@hubwart/contract";
import { openStore } from "@hubwart/core/store";
import { expect, it } from "vitest";
import { Stars } from "./stars.ts";

function setup() {
  let value: unknown = { projects: [] };
  const settings = {
    read: () => value,
    write: (_: unknown, next: unknown) => void (value = next),
  } as unknown as Pick<Awaited<ReturnType<typeof openStore>>["settings"], "read" | "write">;
  return new Stars(settings, () => 1);
}
const names = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `a.b.c${at + from}`);

it("changes channel by channel, so that nobody's change takes another's back", () => {
  const stars = setup();
  expect(stars.change({ project: "haus", add: ["a.b.c"], remove: [] })).toEqual(["a.b.c"]);
  // One that knows nothing of it.
  expect(stars.change({ project: "haus", add: ["x.y.z", "a.b.c"], remove: ["never.was.there"] })).toEqual([
    "a.b.c",
    "x.y.z",
  ]);
  expect(stars.change({ project: "haus", add: [], remove: ["a.b.c"] })).toEqual(["x.y.z"]);
  expect(stars.of("anders")).toEqual([]);
});

it("holds so many channels of so many projects", () => {
  const stars = setup();
  stars.change({ project: "haus", add: names(50), remove: [] });
  expect(stars.change({ project: "haus", add: ["one.too.many"], remove: [] })).toEqual(
    names(LIMITS.watchlistMax),
  );
  expect(stars.change({ project: "haus", add: ["fits.now.x"], remove: ["a.b.c0"] }).at(-1)).toBe(
    "fits.now.x",
  );
  for (let at = 0; at < 19; at += 1) stars.change({ project: `p${at}`, add: ["a.b.c"], remove: [] });
  expect(stars.of("haus")).toHaveLength(50);
  stars.change({ project: "p19", add: ["a.b.c"], remove: [] });
  expect(stars.of("haus")).toEqual([]);
  expect(stars.of("p0")).toEqual(["a.b.c"]);
});
