import { expect, it } from "vitest";
import { Feeding } from "./feeding.ts";

const LINKS: Record<number, number[]> = { 1: [2], 5: [6] };

function setup() {
  const asked: number[] = [];
  const feeding = new Feeding((channel) => {
    asked.push(channel);
    return Promise.resolve(LINKS[channel] ?? []);
  });
  const often = (script: string, cause: number | undefined, channel: number, count = 100) => {
    for (let at = 0; at < count; at += 1) feeding.wrote(script, cause, channel);
  };
  return { asked, feeding, often };
}

it("names a script whose writes come back: at once, over links, and over another script", async () => {
  const { feeding, often } = setup();
  often("direct.lua", 0, 0);
  often("links.lua", 2, 1);
  often("one.lua", 3, 4);
  often("two.lua", 4, 3);
  expect([...(await feeding.look())]).toEqual([
    ["direct.lua", 0],
    ["links.lua", 2],
    ["one.lua", 3],
    ["two.lua", 4],
  ]);
});

it("is silent about what is called and writes often but feeds nobody, about timers and about seldom writes", async () => {
  const { asked, feeding, often } = setup();
  often("fast.lua", 7, 5, 2_000);
  often("timer.lua", undefined, 0, 2_000);
  often("seldom.lua", 0, 0, 99);
  expect([...(await feeding.look())]).toEqual([]);
  expect(asked).toEqual([5]);
});

it("counts from look to look", async () => {
  const { feeding, often } = setup();
  often("a.lua", 0, 0, 60);
  await feeding.look();
  often("a.lua", 0, 0, 60);
  expect((await feeding.look()).size).toBe(0);
});

it("counts so many pairs of channels and no more", async () => {
  const { feeding, often } = setup();
  for (let at = 0; at < 2_000; at += 1) feeding.wrote("flood.lua", 10, 100 + at);
  often("a.lua", 0, 0);
  expect((await feeding.look()).size).toBe(0);
  often("a.lua", 0, 0);
  expect((await feeding.look()).size).toBe(1);
});
