/**
 * Which root of trust a device begins with. It is a file of the release and never fetched; `trust/root.json` is made
 * by `hubwart-vendor release create` and put into the package by whoever builds devices.
 *
 * That of the embedded vendor service is trusted under the same two conditions as its licence key: the build was made
 * for development (`__HUBWART_DEVELOPMENT__`), and the launcher runs that service.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import type { DataLayout } from "@hubwart/core";

declare const __HUBWART_DEVELOPMENT__: boolean | undefined;

/** Under this name the embedded vendor service leaves its root in its folder. */
export const developmentRootName = "development-root.json";

/**
 * The file, or undefined: then this device takes no updates.
 * @param releaseFolder the folder with `server/` and `console/`
 */
export function trustedRootFile(
  layout: DataLayout,
  releaseFolder: string,
  embeddedVendor: boolean,
): string | undefined {
  if (typeof __HUBWART_DEVELOPMENT__ !== "undefined" && __HUBWART_DEVELOPMENT__ && embeddedVendor) {
    return existing(path.join(layout.vendor, developmentRootName));
  }
  return existing(path.join(releaseFolder, "trust", "root.json"));
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
