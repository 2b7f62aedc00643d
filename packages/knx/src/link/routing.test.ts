import { Socket } from "node:dgram";
import { ManualClock } from "@hubwart/core";
import { useEnds } from "@hubwart/testing/open";
import { expect, it, vi } from "vitest";
import { Routing } from "./routing.ts";

const ended = useEnds();

const because = (code: string) => Object.assign(new Error(code), { code });

/** The kernel's answers to joining the group are given, so that no network is needed. */
async function routing() {
  const answers: (string | undefined)[] = [undefined];
  const join = vi.spyOn(Socket.prototype, "addMembership").mockImplementation(() => {
    const code = answers.shift();
    if (code !== undefined) throw because(code);
  });
  ended.push(() => join.mockRestore());
  const clock = new ManualClock();
  const closed: string[] = [];
  const link = new Routing(
    { group: "127.0.0.1", port: 0, local: undefined, source: 1, clock },
    { telegram: () => undefined, closed: (reason) => closed.push(reason), notice: () => undefined },
  );
  await link.connect();
  ended.push(() => link.close());
  return { answers, clock, closed, join, link };
}

it("begins anew where the adapter that it joined the group at is another one", async () => {
  const { answers, clock, closed, join, link } = await routing();
  answers.push("EADDRINUSE", "EADDRINUSE", undefined);
  clock.advance(10_000);
  clock.advance(10_000);
  expect([link.open, closed]).toEqual([true, []]);
  clock.advance(10_000);
  expect([link.open, closed]).toEqual([false, ["127.0.0.1: Der Netzwerkadapter ist ein anderer als zuvor"]]);
  clock.advance(60_000);
  expect(join).toHaveBeenCalledTimes(4);
});

it("is over where there is no adapter any more", async () => {
  const { answers, clock, closed } = await routing();
  answers.push("ENODEV");
  clock.advance(10_000);
  expect(closed).toEqual(["127.0.0.1: dem Multicast lässt sich nicht beitreten (ENODEV)"]);
});
