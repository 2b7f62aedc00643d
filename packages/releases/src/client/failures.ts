/**
 * tuf-js's errors in our terms. Those of snapshot and targets it gives as text only, and so what the disk says when it keeps
 * something: the version is pinned, the tests hold each. Forged is only what a signature, or the form of what came, speaks for.
 */
import { errorText, isDiskFull } from "@hubwart/core";
import {
  BadVersionError,
  DownloadHTTPError,
  ExpiredMetadataError,
  RepositoryError,
} from "tuf-js/dist/error.js";
import { ReleaseError, type ReleaseFault } from "../errors.ts";

/** A full disk stays what it is, for whoever asks for it. */
export function asReleaseError(error: unknown): Error {
  if (error instanceof ReleaseError) return error;
  if (error instanceof Error && isDiskFull(error)) return error;
  const text = errorText(error);
  if (/\b(ENOSPC|EDQUOT)\b/.test(text))
    return Object.assign(new Error(text, { cause: error }), { code: "ENOSPC" });
  return new ReleaseError(faultOf(error), text, { cause: error });
}

const TEXTS: readonly [RegExp, ReleaseFault][] = [
  // Before all others: it may quote any of them.
  [/Failed to persist metadata|\b(EACCES|EPERM|EROFS|EIO|EMFILE|ENFILE|EISDIR|ENOTDIR)\b/, "device"],
  [/is expired/, "expired"],
  [/less than current version|Missing file .* in new snapshot/, "rollback"],
  [/Expected (hash|length)|does not match|doesn't match|Missing .* in snapshot/, "inconsistent"],
  // A piece that the others speak of is not there.
  [/not there/, "inconsistent"],
  // Of the models, whose classes tuf-js does not give away.
  [
    /no signature|no public key|failed to verify|signed by|multiple signatures|duplicate key IDs/,
    "signature",
  ],
  [/[Ee]xpected '|spec_?[Vv]ersion|[Nn]o delegations?|metadata type|conflicts with top-level/, "signature"],
  [/must be (at|a |an )|must have string|is not (defined|an array)|is malformed/, "signature"],
  // What cannot even be read.
  [/in JSON|JSON input|not valid JSON/, "signature"],
];

function faultOf(error: unknown): ReleaseFault {
  if (error instanceof ExpiredMetadataError) return "expired";
  if (error instanceof DownloadHTTPError) return "unreachable";
  const text = errorText(error);
  const known = TEXTS.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  if (error instanceof BadVersionError) return "rollback";
  return error instanceof RepositoryError ? "signature" : "unknown";
}
