export * from "./base/pod.ts";
export * from "./schemas.ts";
