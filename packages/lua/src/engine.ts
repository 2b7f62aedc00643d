/** The part that loads Lua itself: for the processes that run or check scripts, and for no other. */
export * from "./check.ts";
export { SCRIPT_LIMITS } from "./limits.ts";
export { LuaCall } from "./stack.ts";
export * from "./state.ts";
