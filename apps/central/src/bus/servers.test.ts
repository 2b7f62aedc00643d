import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { Servers } from "./servers.ts";

it("notices a server that comes and one that comes back, and none that goes on", () => {
  const clock = new ManualClock();
  let came = 0;
  const servers = new Servers(clock, () => (came += 1));
  const report = (id: string) => servers.heard(`$SYS.SERVER.${id}.STATSZ`);
  report("A");
  expect(came).toBe(1);
  for (let more = 0; more < 10; more += 1) {
    clock.advance(10_000);
    report("A");
  }
  expect(came).toBe(1);
  report("B");
  expect(came).toBe(2);
  clock.advance(60_000);
  report("A");
  expect(came).toBe(3);
  report("B");
  expect(came).toBe(4);
});
