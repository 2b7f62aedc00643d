export type { LogFilter } from "./filter.ts";
export { type FollowOptions, followLog, readLog, tailLog } from "./reader.ts";
export { trimLogs } from "./trim.ts";
export { type EventLogOptions, EventLogWriter } from "./writer.ts";
