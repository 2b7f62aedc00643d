import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { expect, it } from "vitest";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { Heartbeat } from "./heartbeat.ts";
import { whyUnwell } from "./heartbeat-request.ts";
import type { HeartbeatConfig } from "./heartbeat-settings.ts";

const MINUTE = 60_000;
const URL = "https://leben.example/ping/0a1b";
const settle = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
};

function bench(given: Partial<HeartbeatConfig> = {}) {
  let config: HeartbeatConfig = { active: true, url: URL, interval: 5, ...given };
  const clock = new ManualClock();
  const sink = new MemoryLogSink();
  const scope = new Scope();
  const sent: string[] = [];
  const state = { why: undefined as string | undefined, refuses: undefined as string | undefined };
  const heartbeat = new Heartbeat({
    settings: {
      read: () => config,
      write: (next) => {
        config = next;
      },
    },
    unwell: () => Promise.resolve(state.why),
    send: (url) => {
      if (state.refuses !== undefined) return Promise.reject(new Error(state.refuses));
      sent.push(url);
      return Promise.resolve("leben.example hat geantwortet (HTTP 200).");
    },
    clock,
    log: createLogger("system", "alarms", sink),
    scope,
  });
  const pass = async (minutes: number) => {
    for (let at = 0; at < minutes * 6; at += 1) {
      clock.advance(MINUTE / 6);
      await settle();
    }
  };
  return {
    heartbeat,
    clock,
    sink,
    scope,
    sent,
    state,
    pass,
    change: (over: Partial<HeartbeatConfig>) => heartbeat.save({ ...config, ...over }),
  };
}

it("is sent soon after the start and then every interval, where it is switched on", async () => {
  const { heartbeat, pass, sent, change, scope } = bench();
  expect(heartbeat.state().next).toBeGreaterThan(0);
  await pass(1);
  expect(sent).toEqual([URL]);
  await pass(15);
  expect(sent).toHaveLength(4);
  change({ active: false });
  await pass(30);
  expect([sent.length, heartbeat.state().next, heartbeat.findings()]).toEqual([4, 0, []]);
  change({ active: true, interval: 1 });
  await pass(2);
  expect(sent.length).toBeGreaterThanOrEqual(6);
  await scope.end();
  const before = sent.length;
  await pass(10);
  expect(sent.length).toBe(before);
});

it("is not sent by a device that is not well, and says why", async () => {
  const { heartbeat, pass, sent, state } = bench({ interval: 1 });
  state.why = "Der Hub ist zurzeit nicht erreichbar.";
  await pass(3);
  expect(sent).toEqual([]);
  expect(heartbeat.state().last_error?.text).toBe("Nicht gesendet: Der Hub ist zurzeit nicht erreichbar.");
  expect(await heartbeat.test()).toMatchObject({ delivered: false });
  state.why = undefined;
  await pass(1);
  expect(sent.length).toBeGreaterThan(0);
  expect(heartbeat.state().last_error).toBeNull();
});

it("is tried again after a minute, is a finding after three intervals, and says in the log when it goes wrong and well again", async () => {
  const { heartbeat, pass, sent, sink, state, clock } = bench();
  await pass(1);
  state.refuses = "leben.example nimmt das Lebenszeichen nicht an (HTTP 500).";
  await pass(14);
  expect(heartbeat.findings()).toEqual([]);
  await pass(2);
  expect(heartbeat.findings()).toMatchObject([
    { code: "alarm-heartbeat", level: 2, text: expect.stringContaining("Seit 16 Minuten") },
  ]);
  expect(heartbeat.findings()[0]?.text).toContain("HTTP 500");
  state.refuses = undefined;
  await pass(1);
  expect([sent.length, heartbeat.findings(), heartbeat.state().last_success]).toEqual([
    2,
    [],
    expect.any(Number),
  ]);
  expect(heartbeat.state().last_success).toBeGreaterThan(clock.now() - MINUTE);
  expect(sink.entries.map(({ level }) => level)).toEqual(["warn", "info"]);
  expect(JSON.stringify(sink.entries)).not.toContain("0a1b");
});

it("of one that was never accepted is a finding too, and another address begins anew", async () => {
  const { heartbeat, pass, state, change } = bench({ interval: 1 });
  state.refuses = "nein";
  await pass(4);
  expect(heartbeat.findings()).toHaveLength(1);
  change({ url: "https://anders.example/" });
  expect([heartbeat.findings(), heartbeat.state().last_error]).toEqual([[], null]);
  change({ active: false });
  await expect(heartbeat.test()).rejects.toThrow("Schalten Sie das Lebenszeichen ein");
});

it("asks the hub, and those who keep the alarms, each time anew", async () => {
  const hub = new ScriptedHub();
  expect(await whyUnwell(hub)).toBe("Der Hub ist zurzeit nicht erreichbar.");
  hub.say({ state: "running" });
  // It was well when it last said so, and hangs now.
  hub.answers.status = () => {
    throw new Error("Der Hub antwortet nicht.");
  };
  expect(await whyUnwell(hub)).toBe("Der Hub antwortet nicht.");
  const status = { pid: 1, started: 1, projectVersion: "1", projectId: "p", pods: 0, podsOnline: 0 };
  hub.answers.status = () => ({ ...status, state: "running" });
  hub.answers.alarmTally = () => {
    throw new Error("Die Meldungen antworten nicht.");
  };
  expect(await whyUnwell(hub)).toBe("Die Meldungen antworten nicht.");
  hub.answers.alarmTally = () => ({}) as never;
  expect(await whyUnwell(hub)).toBeUndefined();
  hub.answers.status = () => ({ ...status, state: "stopped" });
  expect(await whyUnwell(hub)).toContain("führt das Projekt nicht aus");
  hub.answers.status = () => ({ ...status, state: "no_project" });
  expect(await whyUnwell(hub)).toBeUndefined();
});
