/**
 * Releases: archives that hold all a device runs, and the signed repository (TUF 1.0) they come from.
 *
 * Making archives is in `@hubwart/releases/pack`, signing and publishing in `@hubwart/releases/publish`, so that no
 * device carries that code.
 */
export type { Manifest } from "./archive/manifest.ts";
export { unpackRelease } from "./archive/unpack.ts";
export type { MetadataSource } from "./client/fetcher.ts";
export { handedOver } from "./client/handed-over.ts";
export { openRepository, type Repository, type RepositoryOptions } from "./client/repository.ts";
export { ReleaseError, type ReleaseFault } from "./errors.ts";
export {
  CHANNELS,
  type Channel,
  compareVersions,
  licensedChannels,
  REPOSITORY_PATH,
  type ReleaseInfo,
} from "./release.ts";
export { developmentRootName, trustedRootFile } from "./trusted-root.ts";
