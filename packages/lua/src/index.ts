export * from "./check-scripts.ts";
export * from "./german.ts";
export * from "./limits.ts";
export * from "./literals.ts";
export * from "./no-such-channel.ts";
export * from "./script-error.ts";
export * from "./store.ts";
export { callsText, type ScriptCall } from "./traceback.ts";
export type { LuaValue } from "./value.ts";
