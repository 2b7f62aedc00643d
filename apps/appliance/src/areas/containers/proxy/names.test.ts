import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { TargetNames } from "./names.ts";

it("leaves addresses alone, and asks for each name once", async () => {
  const asked: string[] = [];
  const names = new TargetNames(new ManualClock(), async (name) => {
    asked.push(name);
    return "10.0.0.9";
  });
  const dials = ["10.0.0.1:80", "[::1]:80", "a.lan:80", "a.lan:81"];
  await names.learn(dials);
  await names.learn(dials);
  expect(asked).toEqual(["a.lan"]);
  expect(dials.map((dial) => names.resolved(dial))).toEqual([
    "10.0.0.1:80",
    "[::1]:80",
    "10.0.0.9:80",
    "10.0.0.9:81",
  ]);
  await names.refresh([]);
  expect(names.resolved("a.lan:80")).toBeUndefined();
});

it("does not wait for a lookup that hangs, nor take what is no address", async () => {
  const clock = new ManualClock();
  const names = new TargetNames(clock, (name) =>
    name === "hangs"
      ? new Promise(() => undefined)
      : Promise.resolve(name === "odd" ? "no address" : "10.0.0.9"),
  );
  const learnt = names.learn(["hangs:1", "odd:1", "good:1"]);
  await new Promise(setImmediate);
  clock.advance(4_000);
  await learnt;
  expect(["hangs:1", "odd:1", "good:1"].map((dial) => names.resolved(dial))).toEqual([
    undefined,
    undefined,
    "10.0.0.9:1",
  ]);
});
