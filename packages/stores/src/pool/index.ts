export type { PoolEntry } from "./entry.ts";
export { Pool } from "./pool.ts";
export type { Snapshot } from "./snapshots.ts";
