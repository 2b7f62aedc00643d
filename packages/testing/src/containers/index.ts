export * from "./add-ons.ts";
export * from "./engines.ts";
export * from "./images.ts";
export * from "./registry.ts";
