/** What may go wrong with a release. The caller says it in German; the message is for the log. */
export type ReleaseFault =
  /** No answer, a late one, a cut one, or one of something that is no repository. */
  | "unreachable"
  /** The newest metadata to be had is past its time: the repository is not kept, or somebody holds it back. */
  | "expired"
  /** Not signed by the keys this device trusts, or not readable. */
  | "signature"
  /** Older than what this device has seen before. */
  | "rollback"
  /** Pieces of metadata that do not belong together. */
  | "inconsistent"
  /** The channel does not offer this release for this architecture (any more). */
  | "not-offered"
  /** The archive is not the one that was signed. */
  | "damaged"
  /** The archive is no release, or one that could do harm when unpacked. */
  | "archive"
  /** A file of this device could not be read or written: nothing is known of the release. */
  | "device"
  /** What could not be told: nothing is known of the release. */
  | "unknown";

export interface ReleaseErrorOptions extends ErrorOptions {
  /** German, without a full stop: what exactly went wrong on the way, where that helps a person. */
  detail?: string;
  /** ms that the server asks to wait before the next request. */
  retryAfter?: number | undefined;
}

export class ReleaseError extends Error {
  readonly fault: ReleaseFault;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;
  override readonly name = "ReleaseError";
  constructor(fault: ReleaseFault, message: string, options: ReleaseErrorOptions = {}) {
    super(message, options);
    this.fault = fault;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
  }
}
