import { ManualClock, Scope } from "@hubwart/core";
import { expect, it } from "vitest";
import { followHub } from "./hub-trouble.ts";
import { ScriptedHub } from "./testing/scripted-hub.ts";

it("tells what the hub says of itself now, and nothing of one that is away or does not answer", async () => {
  const [clock, scope, hub] = [new ManualClock(), new Scope(), new ScriptedHub()];
  const told = followHub({ clock, scope, hub });
  const pass = async () => {
    clock.advance(10_000);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  hub.answers.status = () => ({ energy: "voll" }) as never;
  await pass();
  expect(told()).toEqual({});
  hub.say({ state: "running" });
  await pass();
  expect(told()).toEqual({ energy: "voll" });
  hub.answers.status = () => {
    throw new Error("antwortet nicht");
  };
  await pass();
  expect(told()).toEqual({});
  await scope.end();
});
