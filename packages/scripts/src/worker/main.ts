/**
 * Entry of a script's worker. It ends itself where the script runs too long: ending is no error of Lua, so no pcall
 * and no coroutine of the script notices. Where Lua cannot be interrupted the process outside ends the worker.
 */
import { parentPort, workerData } from "node:worker_threads";
import { SCRIPT_LIMITS } from "@hubwart/lua";
import { LuaState, loadLua } from "@hubwart/lua/engine";
import type { FromWorker, ToWorker, WorkerOrder } from "../messages.ts";
import { Api } from "./api.ts";
import { Turns } from "./turns.ts";

const FIGURES_EVERY = 2_000;

const order = workerData as WorkerOrder;
const port = parentPort;
if (!port) throw new Error("a script's worker is started by the process of the scripts");
const say = (message: FromWorker) => port.postMessage(message);

const turns = new Turns(new Int32Array(order.shared));
const lua = new LuaState(await loadLua(), {
  memory: SCRIPT_LIMITS.memory,
  taking: () => turns.breathe(),
  tick: () => {
    turns.breathe();
    if (turns.elapsed <= SCRIPT_LIMITS.turnMs) return;
    say({ t: "over", why: "time", where: lua.where() });
    process.exit(0);
  },
});
const api = new Api({ lua, order, turns, say });

function figures(): void {
  const { busy, calls, throttled } = turns;
  say({
    t: "figures",
    figures: { memory: lua.used, busy: Math.round(busy), calls, refused: api.refused, throttled },
  });
}

port.on("message", (message: ToWorker) => {
  switch (message.t) {
    case "values":
      api.values(message.values);
      break;
    case "fire":
      api.fire(message.id);
      break;
    case "answer":
      api.answered(message.id, message.answer, message.error);
      break;
  }
});

function start(): void {
  const unreadable = lua.load(order.name, order.source);
  if (unreadable !== undefined) {
    say({ t: "failed", stage: "compile", text: unreadable, calls: [] });
    return;
  }
  let error: string | undefined;
  turns.run(() => {
    error = lua.run();
  });
  if (error !== undefined) say({ t: "failed", stage: "run", text: error, calls: lua.calls });
  else say({ t: "ready" });
  figures();
}

setInterval(figures, FIGURES_EVERY);
start();
