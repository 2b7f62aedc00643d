import { createLogger, ManualClock, MemoryLogSink, Scope, UnavailableError } from "@hubwart/core";
import type { AlarmsOfScripts, ScriptAlarmCall } from "@hubwart/ipc";
import { expect, it } from "vitest";
import { AlarmCalls } from "./alarm-calls.ts";

const call = (alarm: string, on = true): ScriptAlarmCall => ({ script: "a.lua", alarm, on });
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

function bench() {
  const clock = new ManualClock();
  const sink = new MemoryLogSink();
  const scope = new Scope();
  const asked: ScriptAlarmCall[][] = [];
  const state = { away: false, refused: [] as AlarmsOfScripts["alarmSet"][1]["refused"] };
  const calls = new AlarmCalls({
    ask: ({ calls: list }) => {
      if (state.away) return Promise.reject(new UnavailableError("weg"));
      asked.push(list);
      return Promise.resolve({ refused: state.refused });
    },
    clock,
    log: createLogger("pod:lua.scripts", "lua.scripts", sink),
    scope,
  });
  return { clock, sink, scope, asked, state, calls };
}

it("hands over in order, and what it could not hand over again after a while", async () => {
  const { asked, calls, clock, state } = bench();
  calls.say(call("a"));
  await settle();
  state.away = true;
  for (const alarm of ["b", "c"]) calls.say(call(alarm));
  calls.say(call("b", false));
  await settle();
  clock.advance(1_000);
  await settle();
  expect(asked.flat().map(({ alarm }) => alarm)).toEqual(["a"]);
  state.away = false;
  clock.advance(1_000);
  await settle();
  expect(asked.flat().map(({ alarm, on }) => `${alarm} ${on}`)).toEqual([
    "a true",
    "b true",
    "c true",
    "b false",
  ]);
});

it("says in the log of the script what is refused, and how many were too many", async () => {
  const { asked, calls, clock, sink, state, scope } = bench();
  state.refused = [{ alarm: "a", script: "a.lua", why: "Das Projekt hat keine Meldung „a“." }];
  calls.say(call("a"));
  await settle();
  expect(sink.entries.map(({ level, module, msg }) => [level, module, msg])).toEqual([
    ["error", "a.lua", "Das Projekt hat keine Meldung „a“."],
  ]);
  state.refused = [];
  state.away = true;
  for (let n = 0; n < 5_010; n += 1) calls.say(call(`n${n}`));
  await settle();
  state.away = false;
  clock.advance(1_000);
  for (let round = 0; round < 20; round += 1) await settle();
  const told = asked.slice(1).flat();
  expect([told.length, told[0]?.alarm, told.at(-1)?.alarm]).toEqual([5_000, "n10", "n5009"]);
  expect(Math.max(...asked.map((list) => list.length))).toBe(500);
  expect(sink.entries.at(-1)?.msg).toContain("10 Aufrufe");
  state.away = true;
  calls.say(call("late"));
  await settle();
  await scope.end();
  state.away = false;
  clock.advance(10_000);
  await settle();
  expect(asked.flat().some(({ alarm }) => alarm === "late")).toBe(false);
});
