/**
 * What a backup says about itself. It is read of files that anybody may have written, before anything else of them, and on a new
 * device for anybody: all of it is bounded, and its lists before each of their entries is looked at.
 */
import * as z from "zod/mini";
import { isSignedBy } from "./signature.ts";
import { texts } from "./texts.ts";

export const FORMAT = 1;
export const MANIFEST = "manifest.json";
/** Bytes. */
export const LARGEST_MANIFEST = 16 * 1024 * 1024;
/** A device has some thousand. */
export const MOST_FILES = 100_000;
const MOST_PARTS = 100;
const MOST_LEFT = 200;

const short = () => z.string().check(z.maxLength(300));

const manifest = z.object({
  format: z.number(),
  product: short(),
  version: short(),
  host: short(),
  /** ISO 8601. */
  created: short().check(z.refine((time) => Date.parse(time) >= 0)),
  encrypted: z.boolean(),
  /** Who made it: its public key (Ed25519), and its signature over this text with an empty one. Both base64. */
  device: z.optional(z.object({ key: short(), signature: short() })),
  parts: z.array(z.object({ name: short(), label: short() })),
  /** German: what is not inside, and why. */
  left: z.array(z.string().check(z.maxLength(5_000))),
  files: z.array(
    z.object({
      name: z.string().check(z.maxLength(5_000)),
      size: z.int().check(z.minimum(0)),
      sha256: short(),
    }),
  ),
});
/** Somebody changed what a device had signed. German. */
export class ForgedManifestError extends Error {}

export type Manifest = z.output<typeof manifest>;

/** @throws Error for what is none of ours */
export function parseManifest(text: string): Manifest {
  const given: unknown = JSON.parse(text);
  refuseLong(given, "parts", MOST_PARTS);
  refuseLong(given, "left", MOST_LEFT);
  refuseLong(given, "files", MOST_FILES);
  const about = z.parse(manifest, given);
  if (about.device && !isTrue(text, about.device)) throw new ForgedManifestError(texts.badSignature);
  return about;
}

const line = (signature: string) => `"signature": "${signature}"`;

/** As it is written then: `JSON.stringify` with two spaces. */
export const manifestText = (about: Manifest): string => JSON.stringify(about, null, 2);

/** Of a device; both are base64. */
interface SigningKey {
  publicKey: string;
  sign: (bytes: Uint8Array) => string;
}

export function signManifest(about: Manifest, key: SigningKey): Manifest {
  const device = { key: key.publicKey, signature: "" };
  const signature = key.sign(Buffer.from(manifestText({ ...about, device })));
  return { ...about, device: { ...device, signature } };
}

function isTrue(text: string, { key, signature }: NonNullable<Manifest["device"]>): boolean {
  return isSignedBy(key, Buffer.from(text.replace(line(signature), line(""))), signature);
}

/** Of each entry that does not fit the schema notes a problem, of some million too. */
function refuseLong(given: unknown, name: keyof Manifest, most: number): void {
  const list = (given as Partial<Record<string, unknown>> | null)?.[name];
  if (Array.isArray(list) && list.length > most) throw new RangeError(`too many ${name}`);
}
