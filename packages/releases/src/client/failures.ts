/** tuf-js's errors in our terms. Those of snapshot and targets it gives as text only: the version is pinned, the tests hold each. */
import { errorText } from "@hubwart/core";
import { BadVersionError, DownloadHTTPError, ExpiredMetadataError } from "tuf-js/dist/error.js";
import { ReleaseError, type ReleaseFault } from "../errors.ts";

export function asReleaseError(error: unknown): ReleaseError {
  if (error instanceof ReleaseError) return error;
  return new ReleaseError(faultOf(error), errorText(error), { cause: error });
}

const TEXTS: readonly [RegExp, ReleaseFault][] = [
  [/is expired/, "expired"],
  [/less than current version|Missing file .* in new snapshot/, "rollback"],
  [/Expected (hash|length)|does not match|doesn't match|Missing .* in snapshot/, "inconsistent"],
  // A piece that the others speak of is not there.
  [/not there/, "inconsistent"],
];

function faultOf(error: unknown): ReleaseFault {
  if (error instanceof ExpiredMetadataError) return "expired";
  if (error instanceof DownloadHTTPError) return "unreachable";
  const text = errorText(error);
  const known = TEXTS.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  return error instanceof BadVersionError ? "rollback" : "signature";
}
