/**
 * The first entry of an archive: what the others are. Whatever is judged of an archive is judged here, before a byte
 * of it is on the disk.
 */
import * as z from "zod/mini";
import { ReleaseError } from "../errors.ts";
import { archSchema, notesSchema, versionSchema } from "../release.ts";

export const FORMAT = 1;
export const MANIFEST = "manifest.json";

export interface ArchiveLimits {
  /** Bytes of the manifest. */
  manifest: number;
  files: number;
  /** Bytes of all files together. */
  bytes: number;
}

export const LIMITS: ArchiveLimits = { manifest: 4 * 1024 ** 2, files: 20_000, bytes: 1024 ** 3 };
const LONGEST_NAME = 240;
const DEEPEST = 20;

const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.literal("hubwart"),
  version: versionSchema,
  arch: archSchema,
  notes: notesSchema,
  files: z.array(
    z.object({
      name: z.string(),
      size: z.number().check(z.int(), z.nonnegative()),
      /** 0644 or 0755: nothing in a release needs more. */
      mode: z.union([z.literal(0o644), z.literal(0o755)]),
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});
export type Manifest = z.output<typeof manifest>;
export type ManifestFile = Manifest["files"][number];

/** @throws ReleaseError `archive` that names what is wrong. */
export function parseManifest(text: string, limits: ArchiveLimits): Manifest {
  const about = read(text);
  if (about.files.length > limits.files) refuse(`lists ${about.files.length} files`);
  const seen = new Set<string>();
  let bytes = 0;
  for (const { name, size } of about.files) {
    checkName(name);
    if (seen.has(name)) refuse(`lists ${quoted(name)} twice`);
    seen.add(name);
    bytes += size;
  }
  if (bytes > limits.bytes) refuse(`unpacks to ${bytes} bytes`);
  for (const name of seen) {
    for (let at = name.indexOf("/"); at !== -1; at = name.indexOf("/", at + 1)) {
      if (seen.has(name.slice(0, at))) refuse(`lists ${quoted(name.slice(0, at))} as file and as folder`);
    }
  }
  return about;
}

export function unpackedSize(about: Manifest): number {
  return about.files.reduce((sum, { size }) => sum + size, 0);
}

/** Plain relative paths only: what leads out, or could be read in two ways, is refused. */
export function checkName(name: string): void {
  const segments = name.split("/");
  if (name === MANIFEST) refuse("lists its own manifest");
  if (Buffer.byteLength(name) > LONGEST_NAME || segments.length > DEEPEST)
    refuse("has a name that is too long");
  if (segments.some((segment) => segment === "" || segment === "." || segment === ".."))
    refuse(`has the name ${quoted(name)}, which leads out or is empty`);
  if (!/^[A-Za-z0-9@+_.,()[\] /-]+$/.test(name))
    refuse(`has the name ${quoted(name)} with characters not allowed`);
}

export function refuse(what: string, cause?: unknown): never {
  throw new ReleaseError("archive", `the archive ${what}`, { cause });
}

export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, LONGEST_NAME));
}

function read(text: string): Manifest {
  try {
    return z.parse(manifest, JSON.parse(text));
  } catch (error) {
    return refuse("has no manifest that can be read", error);
  }
}
