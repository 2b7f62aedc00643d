import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Reach } from "./reach.ts";

const turn = () => new Promise(setImmediate);

it("looks at most once in a while, at few at a time, and forgets who is not asked for", async () => {
  const clock = new ManualClock();
  const asked: string[] = [];
  let open = 0;
  let most = 0;
  const reach = new Reach(clock, async (dial) => {
    asked.push(dial);
    open += 1;
    most = Math.max(most, open);
    await turn();
    open -= 1;
    return dial === "d0" ? "away" : undefined;
  });
  const dials = Array.from({ length: 20 }, (_, at) => `d${at}`);
  reach.look([...dials, ...dials]);
  reach.look(dials);
  expect(reach.problem("d0")).toBeUndefined();
  for (let i = 0; i < 10; i += 1) await turn();
  expect(asked.toSorted()).toEqual(dials.toSorted());
  expect(most).toBe(8);
  expect(reach.problem("d0")).toBe("away");
  clock.advance(14_000);
  reach.look(dials);
  await turn();
  expect(asked).toHaveLength(20);
  clock.advance(1_000);
  reach.look(["d1"]);
  await turn();
  expect(asked.slice(20)).toEqual(["d1"]);
  expect(reach.problem("d0")).toBeUndefined();
});
