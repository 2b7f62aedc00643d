/** Who asks is known, and may not have this done. */
export class ForbiddenError extends Error {}
