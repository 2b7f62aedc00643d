/**
 * Built pages: a folder that is listed once at start, its files found by exact name, so no request can name a path outside of it. Hashed
 * assets are cached for ever; the page never, and its style nonce is new with every answer. What is no file is a route of the page.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { brotliCompressSync, constants } from "node:zlib";

export interface BuiltAnswer {
  status: number;
  headers: Record<string, string | number>;
  body: string | Buffer | Readable;
}

export interface BuiltFilesParts {
  folder: string;
  /** The page itself; `/index.html` without. */
  page?: string;
  /** What is said where there is no page, or no such file. */
  texts: { notBuilt: string; noSuchFile: string };
  /** More headers for a file, by its path. */
  more?: (urlPath: string) => Readonly<Record<string, string>>;
}

const NONCE_PLACEHOLDER = "__CSP_NONCE__";
const HASHED = /^\/assets\//;
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;
const PLAIN = "text/plain; charset=utf-8";

/** @param accepts the caller's `Accept-Encoding` */
export type BuiltFiles = (urlPath: string, accepts: string | string[] | undefined) => BuiltAnswer;

export function builtFiles({ folder, more, page: name = "/index.html", texts }: BuiltFilesParts): BuiltFiles {
  const files = listFiles(folder);
  const index = files.get(name);
  const page = index ? readFileSync(index.file, "utf8") : undefined;
  const scripts = page === undefined ? [] : scriptHashes(page);

  return (urlPath, accepts) => {
    const accepted = acceptedEncodings(accepts);
    const found = urlPath === name ? undefined : files.get(urlPath);
    if (found) return assetAnswer(files, urlPath, found, accepted, more?.(urlPath) ?? {});
    if (HASHED.test(urlPath) || page === undefined) {
      const body = page === undefined ? texts.notBuilt : texts.noSuchFile;
      return { status: 404, headers: { "cache-control": "no-store", "content-type": PLAIN }, body };
    }
    const nonce = randomBytes(16).toString("base64");
    const body = Buffer.from(page.replaceAll(NONCE_PLACEHOLDER, nonce));
    const packed = accepted.has("br");
    return {
      status: 200,
      headers: {
        "cache-control": "no-cache",
        "content-security-policy": pagePolicy(nonce, scripts),
        "content-type": "text/html; charset=utf-8",
        vary: "accept-encoding",
        ...(packed && { "content-encoding": "br" }),
      },
      body: packed ? brotliCompressSync(body, QUICK) : body,
    };
  };
}

/** What a built page may do. @param scripts hashes of the scripts that stand in the page itself */
export function pagePolicy(nonce: string, scripts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(" "),
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A few kB for each answer: well below a millisecond. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** As the policy names them (CSP 3, 8.4), of the scripts that have their text in the page. */
function scriptHashes(page: string): string[] {
  return [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(
    ([, text = ""]) => `sha256-${createHash("sha256").update(text).digest("base64")}`,
  );
}

interface Asset {
  file: string;
  size: number;
}

function assetAnswer(
  files: ReadonlyMap<string, Asset>,
  urlPath: string,
  plain: Asset,
  accepted: ReadonlySet<string>,
  more: Readonly<Record<string, string>>,
): BuiltAnswer {
  const choice = ENCODINGS.flatMap(([encoding, ending]) => {
    const packed = files.get(urlPath + ending);
    return packed && accepted.has(encoding) ? [{ encoding, packed }] : [];
  })[0];
  const asset = choice?.packed ?? plain;
  return {
    status: 200,
    headers: {
      "cache-control": HASHED.test(urlPath) ? "public, max-age=31536000, immutable" : "no-cache",
      "content-security-policy": pagePolicy(""),
      "content-length": asset.size,
      "content-type": TYPES[path.extname(urlPath)] ?? "application/octet-stream",
      vary: "accept-encoding",
      ...(choice && { "content-encoding": choice.encoding }),
      ...more,
    },
    body: createReadStream(asset.file),
  };
}

/** Encodings the caller takes; `q=0` refuses one (RFC 9110, 12.5.3). */
function acceptedEncodings(header: string | string[] | undefined): Set<string> {
  const text = Array.isArray(header) ? header.join(",") : (header ?? "");
  const accepted = text.split(",").flatMap((entry) => {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(accepted);
}

function listFiles(folder: string): Map<string, Asset> {
  const files = new Map<string, Asset>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return files;
  }
  for (const name of names) {
    const file = path.join(folder, name);
    const facts = statSync(file);
    if (facts.isFile()) files.set(`/${name.split(path.sep).join("/")}`, { file, size: facts.size });
  }
  return files;
}
