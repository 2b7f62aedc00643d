/** What the processes that run pods need: the runtime and the implementations, apart from the schemas' readers. */
export * from "./base/pod-process.ts";
export * from "./base/run-pod.ts";
export * from "./registry.ts";
