import { createLogger, type LogLevel, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import type { Store } from "@hubwart/core/store";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ScriptedHub, scriptedPod } from "../../testing/scripted-hub.ts";
import { openTestStore } from "../../testing/test-store.ts";
import { LogLevels } from "./levels.ts";

const MINUTE = 60_000;

const folder = useFolder();
let store: Store;
let clock: ManualClock;
let scope: Scope;
beforeEach(() => {
  clock = new ManualClock();
  scope = new Scope();
  store = openTestStore(folder(), clock);
});
afterEach(async () => {
  await scope.end();
  store.close();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));

function hubWithPod(pid = 7) {
  const hub = new ScriptedHub();
  hub.podList = [scriptedPod("mqtt.a")];
  hub.answers.logLevel = () => ({});
  hub.say({ state: "running", pid, pods: 1 });
  return hub;
}

function open(hub: ScriptedHub) {
  const system: { level: LogLevel } = { level: "info" };
  const set: [string, LogLevel][] = [];
  const levels = new LogLevels({
    store,
    clock,
    scope,
    hub,
    system,
    log: createLogger("system", "log", new MemoryLogSink()),
    pods: {
      ids: () => hub.podList.map(({ id }) => id),
      logLevel: () => "info",
      setLogLevel: async (id, level) => void set.push([id, level]),
    },
  });
  const of = (source: string) => levels.list().find((known) => known.source === source);
  return { levels, system, set, of };
}

/** What the hub was told of its own level. */
const told = (hub: ScriptedHub) =>
  hub.asked
    .filter(({ name }) => name === "logLevel")
    .map(({ parameters }) => parameters as { level: LogLevel });

const silent = () => {
  throw new Error("still");
};

describe("log levels for a while", () => {
  it("apply at once and return by themselves", async () => {
    const hub = hubWithPod();
    const { levels, system, set, of } = open(hub);
    const until = await levels.set("system", "debug", 5);
    await levels.set("hub", "debug", 15);
    await levels.set("pod:mqtt.a", "error", 15);
    expect([system.level, told(hub), set]).toEqual(["debug", [{ level: "debug" }], [["mqtt.a", "error"]]]);
    expect(of("system")).toEqual({ source: "system", level: "debug", normal: "info", until });
    clock.advance(5 * MINUTE);
    await settle();
    expect([system.level, of("system")?.until]).toEqual(["info", null]);
    expect(of("hub")?.level).toBe("debug");
    clock.advance(10 * MINUTE);
    await settle();
    expect(told(hub)).toEqual([{ level: "debug" }, { level: "info" }]);
    expect(set.at(-1)).toEqual(["mqtt.a", "info"]);
    expect(levels.list().every(({ until: end }) => end === null)).toBe(true);
  });

  it("return to what was normal, not to what was set before", async () => {
    const { levels, system } = open(hubWithPod());
    await levels.set("system", "debug", 5);
    await levels.set("system", "error", 10);
    await levels.reset("system");
    expect(system.level).toBe("info");
  });

  it("survive a restart of the appliance, and return after it", async () => {
    await open(hubWithPod()).levels.set("system", "debug", 5);
    await scope.end();
    scope = new Scope();
    const again = open(hubWithPod());
    expect(again.system.level).toBe("debug");
    clock.advance(5 * MINUTE);
    await settle();
    expect(again.system.level).toBe("info");
  });

  it("return when the time ran out while the appliance was down, once the hub is reached", async () => {
    await open(hubWithPod()).levels.set("hub", "debug", 5);
    await scope.end();
    scope = new Scope();
    clock.advance(6 * MINUTE);
    const hub = new ScriptedHub();
    hub.answers.logLevel = () => ({});
    const again = open(hub);
    clock.advance(MINUTE);
    expect(told(hub)).toEqual([]);
    hub.say({ state: "running", pid: 7, pods: 0 });
    clock.advance(MINUTE);
    await settle();
    expect(told(hub)).toEqual([{ level: "info" }]);
    expect(again.of("hub")).toMatchObject({ level: "info", until: null });
  });

  it("are told to a hub that was restarted, once it has its pods", async () => {
    const hub = hubWithPod();
    const { levels, set } = open(hub);
    await levels.set("hub", "debug", 5);
    await levels.set("pod:mqtt.a", "debug", 5);
    const { podList } = hub;
    hub.podList = [];
    hub.say({ state: "running", pid: 8, pods: 1 });
    await settle();
    expect(told(hub).length).toBe(1);
    hub.podList = podList;
    hub.sayPods();
    await settle();
    hub.sayPods();
    await settle();
    expect(told(hub)).toEqual([{ level: "debug" }, { level: "debug" }]);
    expect(set).toEqual([
      ["mqtt.a", "debug"],
      ["mqtt.a", "debug"],
    ]);
  });

  it("leave nothing behind when they could not be applied", async () => {
    const hub = hubWithPod();
    hub.goAway();
    const { levels, of } = open(hub);
    await expect(levels.set("hub", "debug", 5)).rejects.toThrow("nicht erreichbar");
    expect(of("hub")?.until).toBe(null);
  });
  it("that could not be applied leave alone what was set for others meanwhile", async () => {
    const hub = hubWithPod();
    hub.answers.logLevel = silent;
    const { levels, system, of } = open(hub);
    const [failed, set] = await Promise.allSettled([
      levels.set("hub", "debug", 5),
      levels.set("system", "debug", 5),
    ]);
    expect([failed.status, set.status]).toEqual(["rejected", "fulfilled"]);
    expect([of("hub")?.until, of("system")?.level]).toEqual([null, "debug"]);
    clock.advance(5 * MINUTE);
    await settle();
    expect(system.level).toBe("info");
  });

  it("that a hub took too late are followed by the level before", async () => {
    const hub = hubWithPod();
    const { levels, of } = open(hub);
    hub.answers.logLevel = silent;
    await expect(levels.set("hub", "debug", 5)).rejects.toThrow("still");
    hub.answers.logLevel = () => ({});
    await levels.set("hub", "error", 15);
    hub.answers.logLevel = silent;
    await expect(levels.set("hub", "debug", 5)).rejects.toThrow("still");
    await settle();
    expect(told(hub).map(({ level }) => level)).toEqual(["debug", "info", "error", "debug", "error"]);
    expect(of("hub")).toMatchObject({ level: "error", until: 15 * MINUTE + clock.now() });
  });

  it("that could not be applied leave alone what was set for the same one after them", async () => {
    const hub = hubWithPod();
    hub.answers.logLevel = ({ level }) => (level === "debug" ? silent() : {});
    const { levels, of } = open(hub);
    await Promise.allSettled([levels.set("hub", "debug", 5), levels.set("hub", "error", 15)]);
    await settle();
    expect(told(hub)).toEqual([{ level: "debug" }, { level: "error" }]);
    expect(of("hub")?.level).toBe("error");
  });
});
