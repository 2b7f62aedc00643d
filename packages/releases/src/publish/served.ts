/** Which file of the repository an address stands for. Names are matched as a whole: nothing else is ever served. */
import path from "node:path";
import { currentFolder } from "./generations.ts";

const METADATA = /^metadata\/((\d{1,9}\.(root|snapshot|targets)|timestamp)\.json)$/;
const TARGET =
  /^targets\/(stable|test|rc|dev)\/(x64|arm64)\/[0-9a-f]{64}\.hubwart-[0-9A-Za-z.-]{1,80}\.tar\.br$/;

/** @param address decoded path below the repository's, e.g. `metadata/timestamp.json` */
export function servedFile(folder: string, address: string): string | undefined {
  const metadata = METADATA.exec(address)?.[1];
  if (metadata !== undefined) return path.join(currentFolder(folder), metadata);
  return TARGET.test(address) ? path.join(folder, address) : undefined;
}
