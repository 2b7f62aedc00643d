export * from "./answer.ts";
export * from "./verbs.ts";
