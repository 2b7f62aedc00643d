import { texts } from "./texts.ts";

/** The calls that led to an error, out of Lua's own list of them (luaL_traceback, Lua 5.4). */

export interface ScriptCall {
  line: number;
  /** Of the function, where Lua knows it. */
  name?: string;
}

/** `\tname.lua:3: in upvalue 'f'`; functions of the libraries have no line. */
const CALL = /^\t.{1,250}?:(\d+): in (?:\w+ '(?<name>[^'\n]{1,100})')?/gm;
const SHOWN = 8;

/** Innermost first. */
export function callsIn(traceback: string): ScriptCall[] {
  return [...traceback.matchAll(CALL)].map(({ 1: line, groups }) => ({
    line: Number(line),
    ...(groups?.["name"] === undefined ? {} : { name: groups["name"] }),
  }));
}

/** For one line of a log; "" where there is but one call. */
export function callsText(calls: readonly ScriptCall[]): string {
  if (calls.length < 2) return "";
  const said = calls
    .slice(0, SHOWN)
    .map(({ line, name }) => (name === undefined ? texts.line(line) : texts.lineIn(line, name)));
  return texts.calls(said, calls.length > SHOWN);
}
