export { Answering, type AnsweringParts } from "./answering.ts";
export type { JournalSource } from "./feed/next-batch.ts";
export { ProgressFile } from "./feed/progress-file.ts";
export type { FileSource, OutgoingFile } from "./file/file-source.ts";
export type { Identity } from "./identity.ts";
export { JoinError, type Joining, joinCentral } from "./join.ts";
export { isDue, renewalOf, renewedBy } from "./renewed.ts";
export { Uplink, type UplinkParts, type UplinkStatus } from "./uplink.ts";
