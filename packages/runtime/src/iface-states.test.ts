import { ManualClock } from "@hubwart/core";
import type { IfaceState } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { IfaceStates } from "./iface-states.ts";

it("says why nothing works on a connection that stands, unless the pod gives a reason of its own", () => {
  const clock = new ManualClock();
  const reports: IfaceState[] = [];
  const states = new IfaceStates(clock, (state) => reports.push(state));
  const last = () => {
    clock.advance(100);
    const { error, state } = reports.at(-1) ?? {};
    return [state, error];
  };
  states.trouble("main", "Kein Channel funktioniert: 404");
  states.change("main", { state: true });
  expect(last()).toEqual([true, "Kein Channel funktioniert: 404"]);
  states.change("main", { state: true, error: "Die CPU ist in STOP" });
  expect(last()).toEqual([true, "Die CPU ist in STOP"]);
  states.change("main", { state: false, error: "abgelehnt" });
  expect(last()).toEqual([false, "abgelehnt"]);
  states.change("main", { state: true });
  expect(last()).toEqual([true, "Kein Channel funktioniert: 404"]);
  states.trouble("main", undefined);
  expect(last()).toEqual([true, undefined]);
});
