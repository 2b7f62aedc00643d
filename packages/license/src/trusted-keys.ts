/**
 * Keys whose signature a device accepts. They are part of the release and never fetched.
 *
 * `RELEASE_KEYS` is filled by whoever manufactures devices: `vendor key create` prints the entry.
 * The key of the embedded vendor service is trusted under two conditions at once: the build was made for
 * development (`__HUBWART_DEVELOPMENT__`, set by the build only for `npm start`; without the definition the
 * code is removed), and the launcher runs that service (`HUBWART_EMBEDDED_VENDOR=on`).
 */

import path from "node:path";
import { type DataLayout, readFileIfThere } from "@hubwart/core";
import * as z from "zod/mini";

/** An Ed25519 public key (RFC 8037). */
export interface TrustedKey {
  /** Name of the key in a licence's header. */
  kid: string;
  /** 32 bytes, base64url. */
  x: string;
}

export const RELEASE_KEYS: readonly TrustedKey[] = [];

declare const __HUBWART_DEVELOPMENT__: boolean | undefined;

export const trustedKeySchema = z.object({
  kid: z.string().check(z.minLength(1), z.maxLength(100)),
  x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});

/** Where the embedded vendor service leaves its public key. */
export function developmentKeyFile(layout: DataLayout): string {
  return path.join(layout.vendor, "development-key.json");
}

/** The keys this process accepts. `embeddedVendor` has no effect in a build that is not for development. */
export async function trustedKeys(layout: DataLayout, embeddedVendor: boolean): Promise<TrustedKey[]> {
  if (typeof __HUBWART_DEVELOPMENT__ !== "undefined" && __HUBWART_DEVELOPMENT__ && embeddedVendor) {
    return [...RELEASE_KEYS, ...(await developmentKeys(layout))];
  }
  return [...RELEASE_KEYS];
}

async function developmentKeys(layout: DataLayout): Promise<TrustedKey[]> {
  const text = await readFileIfThere(developmentKeyFile(layout));
  if (text === undefined) return [];
  try {
    return [trustedKeySchema.parse(JSON.parse(text))];
  } catch {
    // A damaged file means an untrusted key, not a defect.
    return [];
  }
}
