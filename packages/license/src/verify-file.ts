import { type DataLayout, readFileIfThere } from "@hubwart/core";
import { deviceFingerprint } from "./fingerprint.ts";
import { advanceTime } from "./last-time.ts";
import { type TrustedKey, trustedKeys } from "./trusted-keys.ts";
import { type LicenseVerdict, verifyLicense } from "./verify.ts";

export interface VerifyFileOptions {
  /** The launcher runs the vendor service itself; default from `HUBWART_EMBEDDED_VENDOR`. */
  embeddedVendor?: boolean;
  /** Instead of the release's keys. */
  trustedKeys?: readonly TrustedKey[];
  /** Instead of this machine's; undefined stands for a machine without one. */
  fingerprint?: () => Promise<string | undefined>;
}

/**
 * The verdict on the stored licence. Call it at start, when the file changed and about once a minute: the
 * last seen time is kept up on the way. `now` is the wall clock in ms since the epoch.
 */
export async function verifyLicenseFile(
  layout: DataLayout,
  now: number,
  options: VerifyFileOptions = {},
): Promise<LicenseVerdict> {
  const embedded = options.embeddedVendor ?? process.env.HUBWART_EMBEDDED_VENDOR === "on";
  const [jws, keys, fingerprint, time] = await Promise.all([
    // One that cannot be read is none.
    readFileIfThere(layout.licenseFile).catch(() => undefined),
    options.trustedKeys ?? trustedKeys(layout, embedded),
    (options.fingerprint ?? deviceFingerprint)(),
    advanceTime(layout, now),
  ]);
  return verifyLicense(jws, { trustedKeys: keys, fingerprint, now: time });
}
