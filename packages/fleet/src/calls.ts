/** The central's calls alone; runs in the browser too. */
export * from "./backup-calls.ts";
export * from "./central-calls.ts";
export * from "./desired-calls.ts";
export * from "./history-calls.ts";
export * from "./overview-calls.ts";
export * from "./people-calls.ts";
export * from "./project-calls.ts";
export * from "./rollout-calls.ts";
export * from "./second-factor-calls.ts";
export * from "./transfer-calls.ts";
export { TRANSFER_LIMITS } from "./transfers.ts";
