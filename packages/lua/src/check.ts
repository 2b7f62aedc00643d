/** Does a script compile? Reads the text only; nothing of it runs. */
import { germanProblem, type ScriptProblem } from "./german.ts";
import { SCRIPT_LIMITS } from "./limits.ts";
import { LuaState, loadLua, type Wasm } from "./state.ts";
import { texts } from "./texts.ts";

const MEMORY = 64 * 1024 * 1024;
let loaded: Promise<Wasm> | undefined;

/** @returns the first error, or undefined. The compiler stops at it. */
export async function checkSource(name: string, source: string): Promise<ScriptProblem | undefined> {
  if (Buffer.byteLength(source) > SCRIPT_LIMITS.sourceBytes)
    return { line: 0, text: texts.tooLarge(SCRIPT_LIMITS.sourceBytes / 1024) };
  loaded ??= loadLua();
  const said = new LuaState(await loaded, { memory: MEMORY }).load(name, source);
  return said === undefined ? undefined : germanProblem(said);
}
