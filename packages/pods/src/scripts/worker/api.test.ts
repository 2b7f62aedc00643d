import { MessageChannel } from "node:worker_threads";
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
  const say = (message: FromWorker) => {
    said.push(message);
    if (message.t !== "channel") return;
    port1.postMessage({ id: message.id, channel: PLANT.find(({ name }) => name === message.name) });
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
    { t: "write", index: 1, value: 7 },
    { t: "write", index: 1, value: 8 },
  ]);
});

it("asks once for a name that is no channel", () => {
  const { run, said } = worker();
  expect(run("for i = 1, 100 do assert(not pcall(read, 'c')) end read('c')")).toBe(
    "a.lua:1: read: Das Projekt hat keinen Channel „c“",
  );
  expect(said.filter(({ t }) => t === "channel")).toHaveLength(1);
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
