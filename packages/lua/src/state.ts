/**
 * One Lua state with bounded memory, over the C interface of Lua itself (wasmoon's build of Lua 5.4).
 *
 *     const wasm = await loadLua();
 *     const lua = new LuaState(wasm, { memory: 16 << 20, tick: () => … });
 *     lua.define("log", (call) => { say(call.text(1)); return []; });
 *     lua.load("test.lua", source);            // undefined, or why it does not compile
 *     lua.run();                               // undefined, or the error it ended with
 *     lua.call(reference, [21.5, "good"]);
 *
 * Invariants: Lua sees functions of `define` and copies of plain values, and no object of JavaScript: there is no
 * userdata and no proxy. Only the libraries in `LIBRARIES` exist, and of them not what loads code or files.
 * `tick` is called every `TICK` instructions, in coroutines as well, and may throw: that ends the state for good, past
 * every pcall. Finalizers (`__gc`) and C functions are not ticked: a watchdog outside must cover them.
 */
import wasmoon, { type LuaWasm } from "wasmoon";
import { ScriptError } from "./script-error.ts";
import { LuaCall, pushValue, readText, typeAt } from "./stack.ts";
import { callsIn, type ScriptCall } from "./traceback.ts";
import type { LuaValue } from "./value.ts";

export type Wasm = LuaWasm;

export interface LuaOptions {
  /** Bytes. */
  memory: number;
  /** Called every `TICK` instructions. */
  tick?: () => void;
  /** Called whenever it has taken another `TAKEN` bytes, wherever it is; must not throw. */
  taking?: () => void;
}

type Defined = (call: LuaCall) => readonly LuaValue[];

const TICK = 1_000;
const TAKEN = 128 * 1024;
const COUNT_HOOK = 8;
const NIL = 0;
const STRING = 4;
const REGISTRY = -1_001_000;
/** Bytes of an error's text that leave the state. */
const LONGEST_ERROR = 8_000;
/** An error that says where it happened: `name.lua:3: …`. */
const PLACED = /^[^:\n]{1,250}:\d+: /;
/** Place of the message handler: below everything else on the stack. */
const HANDLER = 1;
const LIBRARIES = ["base", "coroutine", "table", "string", "utf8", "math"] as const;
/** Load code or files, steer the collector, or write beside the log. */
const REMOVED = ["dofile", "loadfile", "load", "loadstring", "require", "collectgarbage", "warn", "print"];

export async function loadLua(): Promise<Wasm> {
  return await wasmoon.LuaWasm.initialize(undefined, {});
}

export class LuaState {
  readonly #wasm: Wasm;
  readonly #state: number;
  readonly #limit: number;
  readonly #taking: (() => void) | undefined;
  #used = 0;
  #taken = 0;
  #denied = false;
  #calls: ScriptCall[] = [];
  #entering: { reference: number; values: readonly LuaValue[] } | undefined;
  readonly #entry: number;

  constructor(wasm: Wasm, { memory, taking, tick }: LuaOptions) {
    this.#wasm = wasm;
    this.#limit = memory;
    this.#taking = taking;
    const { module } = wasm;
    const allocate = module.addFunction(
      (_: number, at: number, old: number, size: number) => this.#allocate(at, old, size),
      "iiiii",
    );
    this.#state = wasm.lua_newstate(allocate, null);
    if (!this.#state) throw new Error("Lua has no memory to start with");
    for (const name of LIBRARIES) this.#open(name);
    for (const name of REMOVED) this.#forget(name);
    wasm.lua_getglobal(this.#state, "string");
    wasm.lua_pushnil(this.#state);
    wasm.lua_setfield(this.#state, -2, "dump");
    wasm.lua_settop(this.#state, 0);
    wasm.lua_pushcclosure(
      this.#state,
      module.addFunction((state: number) => this.#explain(state), "ii"),
      0,
    );
    this.#entry = module.addFunction((state: number) => this.#enterScript(state), "ii");
    if (tick)
      wasm.lua_sethook(
        this.#state,
        module.addFunction(() => tick(), "vii"),
        COUNT_HOOK,
        TICK,
      );
  }

  /** Bytes in use. */
  get used(): number {
    return this.#used;
  }

  /** The calls that led to the last error, innermost first; none where it is not known. */
  get calls(): readonly ScriptCall[] {
    return this.#calls;
  }

  /** Memory was refused at least once. */
  get denied(): boolean {
    return this.#denied;
  }

  /** A global function, or one within a global table ("json.encode"). It may throw ScriptError. */
  define(name: string, task: Defined): void {
    const { module } = this.#wasm;
    const pointer = module.addFunction((state: number) => this.#enter(state, task), "ii");
    const state = this.#state;
    const [first = "", second] = name.split(".");
    if (second === undefined) {
      this.#wasm.lua_pushcclosure(state, pointer, 0);
      this.#wasm.lua_setglobal(state, first);
      return;
    }
    this.#wasm.lua_getglobal(state, first);
    if (typeAt(this.#wasm, state, -1) === NIL) {
      this.#wasm.lua_settop(state, -2);
      this.#wasm.lua_createtable(state, 0, 0);
      this.#wasm.lua_pushvalue(state, -1);
      this.#wasm.lua_setglobal(state, first);
    }
    this.#wasm.lua_pushcclosure(state, pointer, 0);
    this.#wasm.lua_setfield(state, -2, second);
    this.#wasm.lua_settop(state, -2);
  }

  /** Compiles text, never bytecode, and leaves it for `run`. As Lua does with files, a byte order mark and a first line with `#` do not count. @returns what the compiler says, or undefined */
  load(name: string, source: string): string | undefined {
    const { module } = this.#wasm;
    const bytes = Buffer.from(source.replace(/^\uFEFF?(?:#.*)?/, ""), "utf8");
    const at = module._malloc(bytes.length + 1);
    module.HEAPU8.set(bytes, at);
    const result = this.#wasm.luaL_loadbufferx(this.#state, at, bytes.length, `=${name}`, "t");
    module._free(at);
    return (result as number) === 0 ? undefined : this.#takeError();
  }

  /** Runs what was loaded. @returns the error it ended with, or undefined */
  run(): string | undefined {
    return this.#protected();
  }

  /** Calls a function that `LuaCall.reference` has kept. */
  call(reference: number, values: readonly LuaValue[]): string | undefined {
    this.#entering = { reference, values };
    this.#wasm.lua_pushcclosure(this.#state, this.#entry, 0);
    return this.#protected();
  }

  release(reference: number): void {
    this.#wasm.luaL_unref(this.#state, REGISTRY, reference);
  }

  /** Where the script is right now ("name.lua:3:"), for `tick`. */
  where(): string {
    this.#wasm.luaL_where(this.#state, 0);
    const text = readText(this.#wasm, this.#state, -1);
    this.#wasm.lua_settop(this.#state, -2);
    return text;
  }

  /** Calls the function on top. */
  #protected(): string | undefined {
    this.#calls = [];
    const result = this.#wasm.lua_pcallk(this.#state, 0, 0, HANDLER, 0, null);
    return result === 0 ? undefined : this.#takeError();
  }

  /** Values are pushed under protection too: one that does not fit into the memory is an error of this call. */
  #enterScript(state: number): number {
    const { reference = 0, values = [] } = this.#entering ?? {};
    this.#entering = undefined;
    this.#wasm.luaL_checkstack(state, values.length + 8, null);
    this.#wasm.lua_rawgeti(state, REGISTRY, BigInt(reference));
    for (const value of values) pushValue(this.#wasm, state, value);
    this.#wasm.lua_callk(state, values.length, 0, 0, null);
    return 0;
  }

  /** Lua's message handler: notes the calls, and makes a text with a place of whatever `error` was given. */
  #explain(state: number): number {
    const wasm = this.#wasm;
    wasm.luaL_traceback(state, state, null, 1);
    this.#calls = callsIn(readText(wasm, state, -1, LONGEST_ERROR));
    const line = this.#calls[0]?.line;
    const isText = typeAt(wasm, state, 1) === STRING;
    if (isText && (line === undefined || PLACED.test(readText(wasm, state, 1, LONGEST_ERROR)))) {
      wasm.lua_settop(state, 1);
      return 1;
    }
    const shown = new LuaCall(wasm, state).shown(1, LONGEST_ERROR);
    pushValue(wasm, state, line === undefined ? shown : `error:${line}: ${shown}`);
    return 1;
  }

  #takeError(): string {
    const state = this.#state;
    const type = typeAt(this.#wasm, state, -1);
    const text = type === STRING ? readText(this.#wasm, state, -1, LONGEST_ERROR) : "";
    this.#wasm.lua_settop(state, HANDLER);
    return text || `(error object of type ${this.#wasm.lua_typename(state, type)})`;
  }

  #enter(state: number, task: Defined): number {
    let refused: string | undefined;
    let results: readonly LuaValue[] = [];
    try {
      results = task(new LuaCall(this.#wasm, state));
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error;
      refused = error.message;
    }
    // Outside of the try block: errors of Lua pass through as exceptions and are not ours to catch.
    if (refused === undefined) {
      this.#wasm.luaL_checkstack(state, results.length + 8, null);
      for (const value of results) pushValue(this.#wasm, state, value);
      return results.length;
    }
    this.#wasm.luaL_where(state, 1);
    pushValue(this.#wasm, state, refused);
    this.#wasm.lua_concat(state, 2);
    return this.#wasm.lua_error(state);
  }

  /** `old` of a new block is its kind, not its size (lua_Alloc, Lua 5.4 reference manual, 4.6). */
  #allocate(at: number, old: number, size: number): number {
    const { module } = this.#wasm;
    const before = at === 0 ? 0 : old >>> 0;
    const after = size >>> 0;
    if (after === 0) {
      if (at !== 0) module._free(at);
      this.#used -= before;
      return 0;
    }
    if (after > before && this.#used + after - before > this.#limit) {
      this.#denied = true;
      return 0;
    }
    this.#taken += Math.max(0, after - before);
    if (this.#taken >= TAKEN) {
      this.#taken = 0;
      this.#taking?.();
    }
    const block = module._realloc(at, after);
    if (block !== 0) this.#used += after - before;
    return block;
  }

  #open(name: (typeof LIBRARIES)[number]): void {
    const wasm = this.#wasm;
    const opener = wasm.module.addFunction((state: number) => wasm[`luaopen_${name}`](state), "ii");
    wasm.luaL_requiref(this.#state, name === "base" ? "_G" : name, opener, 1);
    wasm.lua_settop(this.#state, -2);
  }

  #forget(name: string): void {
    this.#wasm.lua_pushnil(this.#state);
    this.#wasm.lua_setglobal(this.#state, name);
  }
}
