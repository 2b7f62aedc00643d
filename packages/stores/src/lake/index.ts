export { readKeep } from "./keep-file.ts";
export { Lake } from "./lake.ts";
export type { Keep } from "./lake-files.ts";
