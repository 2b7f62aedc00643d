import { MessageChannel } from "node:worker_threads";
import type { ScriptAlarm } from "@hubwart/ipc";
import { LuaState, loadLua } from "@hubwart/lua/engine";
import { afterEach, expect, it } from "vitest";
import type { FromWorker, ScriptChannel, WorkerOrder } from "../messages.ts";
import { Api } from "./api.ts";
import { Turns } from "./turns.ts";

const wasm = await loadLua();
let close: () => void = () => undefined;
afterEach(() => close());

const channel = (name: string, index: number): ScriptChannel => ({
  index,
  name,
  writable: true,
  value: index,
  quality: 0,
  ts: 0,
});
const PLANT = [channel("a", 0), channel("b", 1)];

/** A script as its worker runs it, and a process outside that answers at once. */
function worker(late: ScriptChannel[] = []) {
  const { port1, port2 } = new MessageChannel();
  close = () => port1.close();
  const shared = new SharedArrayBuffer(8);
  const said: FromWorker[] = [];
  const lua = new LuaState(wasm, { memory: 4 << 20 });
  for (const one of late) port1.postMessage({ id: -1, channel: one });
  const alarms: Record<string, ScriptAlarm | undefined> = {
    filter: { known: true, byScript: true, state: "unacked" },
    warm: { known: true, byScript: false, state: "returned" },
    filtre: { known: false, byScript: false, state: "normal", meant: "filter" },
    silent: undefined,
  };
  const say = (message: FromWorker) => {
    said.push(message);
    if (message.t === "alarm") {
      port1.postMessage({ id: message.id, alarm: alarms[message.alarm] });
      Atomics.add(new Int32Array(shared), 1, 1);
    }
    if (message.t !== "channel") return;
    const found = PLANT.find(({ name }) => name === message.name);
    port1.postMessage({ id: message.id, channel: found, meant: message.name === "aa" ? "a" : undefined });
    Atomics.add(new Int32Array(shared), 1, 1);
  };
  const order: WorkerOrder = {
    name: "a.lua",
    source: "",
    channels: [],
    kept: {},
    trial: false,
    shared,
    answers: port2,
  };
  const api = new Api({ lua, order, turns: new Turns(new Int32Array(shared)), say });
  const run = (source: string) => lua.load("a.lua", source) ?? lua.run();
  return { api, run, said };
}

it("takes an answer that comes too late for no other channel", () => {
  const { run, said } = worker([channel("a", 0)]);
  expect(run("write('b', 7) assert(read('a') == 0) write('b', 8)")).toBeUndefined();
  expect(said.filter(({ t }) => t === "write")).toEqual([
    { t: "write", index: 1, json: "7" },
    { t: "write", index: 1, json: "8" },
  ]);
});

it("asks once for a name that is no channel", () => {
  const { run, said } = worker();
  expect(run("for i = 1, 100 do assert(not pcall(read, 'c')) end read('c')")).toBe(
    "a.lua:1: read: Das Projekt hat keinen Channel „c“",
  );
  expect(said.filter(({ t }) => t === "channel")).toHaveLength(1);
  const near = "a.lua:1: read: Das Projekt hat keinen Channel „aa“; meinten Sie „a“?";
  expect(run("read('aa')")).toBe(near);
  expect(run("read('aa')")).toBe(near);
});

it("says which channel a write is for, also after a pause that the change has begun", async () => {
  const { api, run, said } = worker();
  expect(
    run(`write('b', 1) every(0.05, function() write('b', 2) end)
      on_change('a', function() write('b', 3) after(0, function() write('b', 4) end) end)`),
  ).toBeUndefined();
  api.values([{ n: 0, v: 1, q: 0, t: 0 }]);
  const writes = () => said.flatMap((one) => (one.t === "write" ? [[one.json, one.cause]] : []));
  await expect.poll(writes).toContainEqual(["2", undefined]);
  await expect.poll(writes).toContainEqual(["4", 0]);
  expect(writes()).toContainEqual(["1", undefined]);
  expect(writes()).toContainEqual(["3", 0]);
});

it("asks for no more names than a script may have channels", () => {
  const { run, said } = worker();
  expect(run("for i = 1, 5000 do pcall(read, 'c' .. i) end read('c')")).toBe(
    "a.lua:1: read: höchstens 1000 Channels je Skript",
  );
  expect(said).toHaveLength(1_000);
});

it("refuses patterns made without end", () => {
  const { api, run, said } = worker();
  expect(
    run(`
      local refused
      for i = 1, 1000 do
        local id, why = cron("* * * * *", function() end)
        if id then cancel(id) else refused = why end
      end
      assert(refused == "zu viele neue Zeitpläne")`),
  ).toBeUndefined();
  expect(said.length).toBeLessThan(300);
  expect(api.refused).toBeGreaterThan(800);
});

it("hands over as JSON what a table looks like, and no list that is longer than its entries", () => {
  const { run, said } = worker();
  expect(run("write('b', {nil,nil,nil,4,[0.5]=1,[-1]=1,[4294967294]=1})")).toBeUndefined();
  const write = said.find(({ t }) => t === "write");
  expect(JSON.parse(write && "json" in write ? write.json : "")).toEqual({
    "4": 4,
    "0.5": 1,
    "-1": 1,
    "4294967294": 1,
  });
});

it("hands over so much at once and no more, and no value that grows beyond its limit as JSON", () => {
  const { api, run, said } = worker();
  expect(run(`write('b', string.rep('\\1', 60000))`)).toBe("a.lua:1: write: der Wert ist zu groß");
  expect(
    run("local t = string.rep('x', 60000) for i = 1, 500 do write('b', t) end assert(not write('b', t))"),
  ).toBeUndefined();
  const handed = said.reduce((sum, one) => sum + ("json" in one ? one.json.length : 0), 0);
  expect(handed).toBeGreaterThan(4_000_000);
  expect(handed).toBeLessThan(8 * 1024 * 1024);
  expect(api.refused).toBeGreaterThan(300);
});

it("tells how many functions fail when they are called, until each succeeds or is called no more", async () => {
  const { api, run, said } = worker();
  expect(
    run(
      "n = 0 on_change('a', function() n = n + 1 if n < 3 then error('boom') end end) id = after(9, error)",
    ),
  ).toBeUndefined();
  const turn = async () => {
    api.values([{ n: 0, v: 1, q: 0, t: 0 }]);
    const taken = () => said.filter(({ t }) => t === "taken").length;
    const before = taken();
    await expect.poll(taken).toBe(before + 1);
    return said.findLast((one) => one.t === "failing");
  };
  expect(await turn()).toEqual({ t: "failing", count: 1 });
  expect(await turn()).toEqual({ t: "failing", count: 1 });
  expect(await turn()).toEqual({ t: "failing", count: 0 });
  expect(said.filter(({ t }) => t === "failing")).toHaveLength(2);
});

it("asks how an alarm is, and raises and clears those of scripts only", () => {
  const { run, said } = worker();
  const raised = () => said.flatMap((one) => (one.t === "setAlarm" ? [[one.alarm, one.on, one.text]] : []));
  expect(
    run(`local on, state = alarm.active("filter") assert(on == true and state == "unacked")
      on, state = alarm.active("warm") assert(on == false and state == "returned")
      assert(alarm.raise("filter", "seit 400 h") and alarm.raise("filter") and alarm.clear("filter"))`),
  ).toBeUndefined();
  expect(raised()).toEqual([
    ["filter", true, "seit 400 h"],
    ["filter", true, undefined],
    ["filter", false, undefined],
  ]);
  // Looked up once for all three.
  expect(said.filter((one) => one.t === "alarm" && one.alarm === "filter")).toHaveLength(2);
  expect(run('alarm.raise("warm")')).toBe(
    "a.lua:1: alarm.raise: Die Meldung „warm“ ist nicht von der Art „script“; sie kommt und geht von selbst",
  );
  expect(run('alarm.clear("filtre")')).toBe(
    "a.lua:1: alarm.clear: Das Projekt hat keine Meldung „filtre“; meinten Sie „filter“?",
  );
  expect(run("alarm.raise(nil)")).toContain("Name der Meldung");
  expect(raised()).toHaveLength(3);
});

it("hands over what a script says of an alarm also while nobody answers, and says so to who asks", () => {
  const { run, said } = worker();
  expect(
    run(`assert(alarm.raise("silent", "x"))
      local on, why = alarm.active("silent")
      assert(on == nil and why == "die Meldungen sind gerade nicht erreichbar")`),
  ).toBeUndefined();
  expect(said.filter(({ t }) => t === "setAlarm")).toHaveLength(1);
});

it("calls the functions of alarms so often at once and no more", () => {
  const { api, run, said } = worker();
  expect(
    run(`for i = 1, 1000 do alarm.raise("filter") end
      local ok, why = alarm.clear("filter") assert(ok == false and why == "zu viele Aufrufe zu Meldungen")
      local on, why = alarm.active("filter") assert(on == nil and why)`),
  ).toBeUndefined();
  expect(said.filter(({ t }) => t === "setAlarm").length).toBeLessThan(260);
  expect(api.refused).toBeGreaterThan(700);
});
