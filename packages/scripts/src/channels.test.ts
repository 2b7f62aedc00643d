import { expect, it } from "vitest";
import { Channels } from "./channels.ts";
import type { ScriptChannel } from "./messages.ts";

const NAMES = ["a", "b"].map((chan) => ({
  chan,
  iface: "main",
  dir: "in" as const,
  type: "float" as const,
  config: {},
}));
const newest = (value: number) => ({ value, quality: 0 as const, ts: value });

/** A hub that answers when it is told to. */
function setup() {
  const asked: number[][] = [];
  let answer: (values: ReturnType<typeof newest>[]) => void = () => undefined;
  const channels = new Channels(NAMES, (indexes) => {
    asked.push(indexes);
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  let found: ScriptChannel[] = [];
  const find = (...names: string[]) =>
    channels.find(names, (taken) => {
      found = taken;
    });
  return {
    asked,
    channels,
    find,
    answer: (...values: number[]) => answer(values.map(newest)),
    found: () => found,
  };
}

it("misses no change that comes right behind the answer", async () => {
  const { answer, channels, find, found } = setup();
  const finding = find("a", "b", "none");
  answer(1, 2);
  // As both messages arrive in one piece: before what waits for the answer goes on.
  channels.changed(0, 21, 0, 5);
  await finding;
  expect(found().map(({ name, value }) => [name, value])).toEqual([
    ["a", 21],
    ["b", 2],
  ]);
});

it("hands channels over before anything else runs, so that their changes find them", async () => {
  const { answer, asked, channels, find, found } = setup();
  const finding = find("a");
  answer(1);
  await finding;
  void find("a");
  expect(found()).toMatchObject([{ name: "a", value: 1 }]);
  channels.changed(0, 3, 0, 6);
  await find("a");
  expect(found()).toMatchObject([{ value: 3, ts: 6 }]);
  expect(asked).toEqual([[0]]);
});

it("guesses what a name was meant for, for so many names of a script", () => {
  const { channels } = setup();
  const guess = channels.guesses();
  expect(guess("A")).toBe("a");
  expect(guess("something else")).toBeUndefined();
  for (let at = 0; at < 48; at += 1) guess("aa");
  expect(guess("A")).toBeUndefined();
  expect(channels.guesses()("B")).toBe("b");
});
