/** Values on Lua's stack: read with raw access only, so that no metamethod runs, and bounded in size. */
import type { LuaWasm } from "wasmoon";
import { ScriptError } from "./script-error.ts";
import { texts } from "./texts.ts";
import { DEEPEST_TABLE, type LuaValue, MOST_NODES } from "./value.ts";

const NIL = 0;
const BOOLEAN = 1;
const NUMBER = 3;
const STRING = 4;
const TABLE = 5;
const FUNCTION = 6;
const REGISTRY = -1_001_000;

/** The arguments of one call from Lua; places count from 1. */
export class LuaCall {
  readonly #wasm: LuaWasm;
  readonly #state: number;

  constructor(wasm: LuaWasm, state: number) {
    this.#wasm = wasm;
    this.#state = state;
  }

  get count(): number {
    return this.#wasm.lua_gettop(this.#state);
  }

  isNil(place: number): boolean {
    return typeAt(this.#wasm, this.#state, place) <= NIL;
  }

  /** A text of at most `longest` bytes. @throws ScriptError */
  text(place: number, what: string, longest: number): string {
    if (typeAt(this.#wasm, this.#state, place) !== STRING) throw new ScriptError(texts.wantsText(what));
    if (lengthAt(this.#wasm, this.#state, place) > longest)
      throw new ScriptError(texts.tooLong(what, longest));
    return readText(this.#wasm, this.#state, place);
  }

  /** A finite number. @throws ScriptError */
  number(place: number, what: string): number {
    const value = this.#wasm.lua_tonumberx(this.#state, place, null);
    if (typeAt(this.#wasm, this.#state, place) !== NUMBER || !Number.isFinite(value))
      throw new ScriptError(texts.wantsNumber(what));
    return value;
  }

  /** Keeps the function at this place until it is released. @throws ScriptError */
  reference(place: number, what: string): number {
    if (typeAt(this.#wasm, this.#state, place) !== FUNCTION) throw new ScriptError(texts.wantsFunction(what));
    this.#wasm.lua_pushvalue(this.#state, place);
    return this.#wasm.luaL_ref(this.#state, REGISTRY);
  }

  /** A copy of the value: tables 1 to n become lists, others objects. @throws ScriptError */
  value(place: number, what: string, longest: number): LuaValue {
    return new Reader(this.#wasm, this.#state, what, longest).read(place, 0);
  }

  /** The value for people to read, in about `longest` characters: what is no value, too deep or too long is only hinted at. */
  shown(place: number, longest: number): string {
    const value = new Reader(this.#wasm, this.#state, undefined, longest).read(place, 0);
    return typeof value === "string" ? value : value === null ? "nil" : JSON.stringify(value);
  }
}

const AND_MORE = "…";

/** Keys 1 to n and no other, each once: no list is longer than what was read for it, whatever Lua says of its length. */
function isList(entries: readonly [string | number, LuaValue][]): boolean {
  const within = (key: string | number) =>
    typeof key === "number" && Number.isInteger(key) && key >= 1 && key <= entries.length;
  return entries.length > 0 && entries.every(([key]) => within(key));
}

class Reader {
  readonly #wasm: LuaWasm;
  readonly #state: number;
  readonly #what: string | undefined;
  #nodes = MOST_NODES;
  #chars: number;

  /** @param what reads the value, for errors; undefined: hints at what it refuses instead */
  constructor(wasm: LuaWasm, state: number, what: string | undefined, longest: number) {
    this.#wasm = wasm;
    this.#state = state;
    this.#what = what;
    this.#chars = longest;
  }

  read(place: number, depth: number): LuaValue {
    const wasm = this.#wasm;
    const state = this.#state;
    this.#nodes -= 1;
    if (this.#nodes < 0) return this.#refuse(texts.valueTooLarge, AND_MORE);
    const type = typeAt(wasm, state, place);
    switch (type) {
      case -1:
      case NIL:
        return null;
      case BOOLEAN:
        return wasm.lua_toboolean(state, place) !== 0;
      case NUMBER: {
        const value = wasm.lua_tonumberx(state, place, null);
        return Number.isFinite(value) ? value : this.#refuse(texts.notFinite, notFinite(value));
      }
      case STRING:
        return this.#text(place);
      case TABLE:
        if (depth >= DEEPEST_TABLE) return this.#refuse(texts.tooDeep(DEEPEST_TABLE), AND_MORE);
        return this.#table(wasm.lua_absindex(state, place), depth);
      default:
        return this.#refuse(texts.noFunctions, "(Funktion)");
    }
  }

  #text(place: number): string {
    const room = this.#chars;
    this.#chars -= lengthAt(this.#wasm, this.#state, place);
    if (this.#chars >= 0) return readText(this.#wasm, this.#state, place);
    this.#refuse(texts.valueTooLarge, AND_MORE);
    this.#chars = 0;
    return readText(this.#wasm, this.#state, place, room) + AND_MORE;
  }

  #table(place: number, depth: number): LuaValue {
    const wasm = this.#wasm;
    const state = this.#state;
    wasm.luaL_checkstack(state, 4, null);
    const entries: [string | number, LuaValue][] = [];
    wasm.lua_pushnil(state);
    while (wasm.lua_next(state, place) !== 0) {
      if (this.#nodes <= 0 || this.#chars <= 0) {
        this.#refuse(texts.valueTooLarge, AND_MORE);
        wasm.lua_settop(state, -3);
        entries.push([AND_MORE, AND_MORE]);
        break;
      }
      const keyType = typeAt(wasm, state, -2);
      const key =
        keyType === STRING
          ? this.#text(-2)
          : keyType === NUMBER
            ? wasm.lua_tonumberx(state, -2, null)
            : this.#refuse(texts.keysAre, AND_MORE);
      entries.push([key, this.read(-1, depth + 1)]);
      wasm.lua_settop(state, -2);
    }
    if (isList(entries)) {
      const list = Array.from<LuaValue>({ length: entries.length }).fill(null);
      for (const [key, value] of entries) list[Number(key) - 1] = value;
      return list;
    }
    // A Map in between: a key such as __proto__ is a name like any other.
    const named = new Map(entries.map(([key, value]) => [String(key), value]));
    if (named.size < entries.length) this.#refuse(texts.keyTwice, AND_MORE);
    return Object.fromEntries(named);
  }

  /** @returns the hint. @throws ScriptError where a hint is not enough */
  #refuse(why: string, hint: string): string {
    if (this.#what !== undefined) throw new ScriptError(`${this.#what}: ${why}`);
    return hint;
  }
}

/** As Lua writes it. */
const notFinite = (value: number): string => (Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");

interface Raw {
  _lua_tolstring: (state: number, place: number, length: number) => number;
}

/** The declared type is an enum that exists in declarations only. */
export function typeAt(wasm: LuaWasm, state: number, place: number): number {
  return wasm.lua_type(state, place);
}

/** Declared as a number, answered as a bigint. */
function lengthAt(wasm: LuaWasm, state: number, place: number): number {
  const length: unknown = wasm.lua_rawlen(state, place);
  return Number(length);
}

/** Text at a place that holds a string, at most `longest` bytes of it. What is not UTF-8 is replaced. */
export function readText(wasm: LuaWasm, state: number, place: number, longest = Infinity): string {
  const length = Math.min(lengthAt(wasm, state, place), longest);
  // Called directly: the wrapped function ends a text at its first zero byte.
  const at = (wasm.module as unknown as Raw)._lua_tolstring(state, place, 0);
  return Buffer.from(wasm.module.HEAPU8.buffer, at, length).toString("utf8");
}

export function pushValue(wasm: LuaWasm, state: number, value: LuaValue, depth = 0): void {
  if (typeof value === "boolean") {
    wasm.lua_pushboolean(state, value ? 1 : 0);
    return;
  }
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) wasm.lua_pushinteger(state, BigInt(value));
    else wasm.lua_pushnumber(state, value);
    return;
  }
  if (typeof value === "string") {
    pushText(wasm, state, value);
    return;
  }
  if (value === null || depth >= DEEPEST_TABLE) {
    wasm.lua_pushnil(state);
    return;
  }
  wasm.luaL_checkstack(state, 4, null);
  wasm.lua_createtable(state, 0, 0);
  if (Array.isArray(value)) {
    value.forEach((item, place) => {
      pushValue(wasm, state, item, depth + 1);
      wasm.lua_rawseti(state, -2, BigInt(place + 1));
    });
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    pushText(wasm, state, name);
    pushValue(wasm, state, item, depth + 1);
    wasm.lua_rawset(state, -3);
  }
}

function pushText(wasm: LuaWasm, state: number, text: string): void {
  const { module } = wasm;
  const bytes = Buffer.from(text, "utf8");
  const at = module._malloc(bytes.length + 1);
  if (at === 0) throw new Error("no memory for a text");
  module.HEAPU8.set(bytes, at);
  try {
    wasm.lua_pushlstring(state, at, bytes.length);
  } finally {
    module._free(at);
  }
}
