export { Answering, type AnsweringParts, type HubAnswer } from "./answering.ts";
export { isDue } from "./due.ts";
export type { JournalSource } from "./feed/next-batch.ts";
export { ProgressFile } from "./feed/progress-file.ts";
export type { FileSource, OutgoingFile } from "./file/file-source.ts";
export type { Identity } from "./identity.ts";
export { Uplink, type UplinkParts, type UplinkStatus } from "./uplink.ts";
