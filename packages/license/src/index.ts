/**
 * Licences of the manufacturer, verified without a network.
 *
 *     const verdict = await verifyLicenseFile(layout, clock.now());
 *     if (!verdict.valid) stop(verdict.code, verdict.reason);
 *
 * Signing is in `@hubwart/license/sign`, so that no device carries that code.
 */
export * from "./claims.ts";
export * from "./fingerprint.ts";
export * from "./last-time.ts";
export * from "./mask.ts";
export * from "./trusted-keys.ts";
export * from "./verify.ts";
export * from "./verify-file.ts";
