/** Areas of the plant without the rest of the compiler: for the hub and what asks it. */
export * from "./areas.ts";
export * from "./pairs.ts";
export { isWithin } from "./path.ts";
