export {
  BackupFileError,
  describeFiles,
  filesBelow,
  openArchive,
  type Proven,
  proveArchive,
  writeArchive,
} from "./archive.ts";
export {
  FORMAT,
  ForgedManifestError,
  LARGEST_MANIFEST,
  MANIFEST,
  type Manifest,
  MOST_FILES,
  manifestText,
  parseManifest,
  signManifest,
} from "./manifest.ts";
export { fingerprintOf, isSignedBy } from "./signature.ts";
export { filesIn } from "./tar-read.ts";
