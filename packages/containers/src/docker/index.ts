export * from "./choose.ts";
export * from "./engine.ts";
