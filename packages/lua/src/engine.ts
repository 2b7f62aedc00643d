/** The part that loads Lua itself: for the processes that run or check scripts, and for no other. */
export * from "./check.ts";
export { LuaCall } from "./stack.ts";
export * from "./state.ts";
