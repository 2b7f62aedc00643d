/** Something was not taken by its target; the message is for people. */
export class TargetError extends Error {
  /** The target asked to be left alone so long, ms. */
  readonly retryAfter: number | undefined;

  constructor(message: string, options: ErrorOptions & { retryAfter?: number | undefined } = {}) {
    super(message, options);
    this.retryAfter = options.retryAfter;
  }
}

/** For a whole exchange with a target, ms. */
export const EXCHANGE_MS = 10_000;
