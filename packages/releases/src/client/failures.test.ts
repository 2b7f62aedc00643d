import { isDiskFull } from "@hubwart/core";
import { BadVersionError, ExpiredMetadataError, PersistError, RuntimeError } from "tuf-js/dist/error.js";
import { expect, it } from "vitest";
import { ReleaseError } from "../errors.ts";
import { asReleaseError } from "./failures.ts";

const disk = (code: string) =>
  Object.assign(new Error(`${code}: of the disk, open '/data/updates/x'`), { code, syscall: "open" });
const faultOf = (error: unknown) => {
  const found = asReleaseError(error);
  return found instanceof ReleaseError ? found.fault : "disk full";
};

it.each<[string, unknown, string]>([
  ["no room for what is kept", disk("ENOSPC"), "disk full"],
  [
    "no room, as tuf-js says it",
    new PersistError(
      "Failed to persist metadata timestamp error: Error: ENOSPC: no space left on device, write",
    ),
    "disk full",
  ],
  [
    "no room, as tuf-js wraps it",
    new RuntimeError(
      "Unable to load targets error Error: Failed to persist metadata targets error: Error: EDQUOT: quota exceeded",
    ),
    "disk full",
  ],
  ["a file that may not be written", disk("EACCES"), "device"],
  [
    "a disk that fails",
    new RuntimeError("Unable to load snapshot metadata error Error: EIO: i/o error, read"),
    "device",
  ],
  [
    "a disk that is read only, as tuf-js says it",
    new PersistError("Failed to persist metadata root error: Error: EROFS: read-only file system"),
    "device",
  ],
  ["too few signatures", new Error("timestamp was signed by 0/1 keys"), "signature"],
  ["no metadata at all", new SyntaxError("Unexpected token < in JSON at position 0"), "signature"],
  [
    "an older version",
    new BadVersionError("New timestamp version 1 is less than current version 2"),
    "rollback",
  ],
  ["what ended", new ExpiredMetadataError("Final timestamp.json is expired"), "expired"],
  ["a defect of ours", new TypeError("Cannot read properties of undefined (reading 'length')"), "unknown"],
  ["what is no error", "nonsense", "unknown"],
])("%s is told as what it is", (_what, error, fault) => {
  expect(faultOf(error)).toBe(fault);
  expect(isDiskFull(asReleaseError(error))).toBe(fault === "disk full");
});
