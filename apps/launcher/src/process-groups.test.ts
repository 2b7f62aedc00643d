import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { groupGone } from "./process-groups.ts";

const settled = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

it("waits for every process of the group, and kills what stays", async () => {
  const clock = new ManualClock();
  const sent: unknown[] = [];
  let alive = true;
  let over = false;
  const gone = groupGone(7, clock, (pid, signal) => {
    if (!alive) throw new Error("ESRCH");
    if (signal !== 0) sent.push([pid, signal, clock.monotonic()]);
  }).then(() => (over = true));
  for (let at = 0; at < 4_100; at += 25) {
    clock.advance(25);
    await settled();
  }
  expect(sent).toEqual([[-7, "SIGKILL", 4_000]]);
  expect(over).toBe(false);
  alive = false;
  clock.advance(25);
  await gone;
});
