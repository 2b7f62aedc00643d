/**
 * The built console. The folder is listed once at start and files are found by exact name, so no request
 * can name a path outside of it. Hashed assets are cached for ever; index.html never, and its style nonce
 * is new with every answer. What is no file is a route of the console: index.html.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { consolePolicy } from "./security-headers.ts";
import { texts } from "./texts.ts";

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
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

type Serve = (urlPath: string, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function consoleFiles(folder: string): Serve {
  const files = listFiles(folder);
  const index = files.get("/index.html");
  const page = index ? readFileSync(index.file, "utf8") : undefined;
  const scripts = page === undefined ? [] : scriptHashes(page);

  return (urlPath, request, reply) => {
    const found = urlPath === "/index.html" ? undefined : files.get(urlPath);
    if (found) return sendAsset(files, urlPath, found, request, reply);
    if (HASHED.test(urlPath) || page === undefined) {
      const text = page === undefined ? texts.notBuilt : texts.noSuchFile;
      return reply
        .code(404)
        .headers({ "cache-control": "no-store" })
        .type("text/plain; charset=utf-8")
        .send(text);
    }
    const nonce = randomBytes(16).toString("base64");
    const body = Buffer.from(page.replaceAll(NONCE_PLACEHOLDER, nonce));
    const packed = acceptedEncodings(request.headers["accept-encoding"]).has("br");
    if (packed) void reply.header("content-encoding", "br");
    return reply
      .headers({
        "cache-control": "no-cache",
        "content-security-policy": consolePolicy(nonce, scripts),
        vary: "accept-encoding",
      })
      .type("text/html; charset=utf-8")
      .send(packed ? brotliCompressSync(body, QUICK) : body);
  };
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

function sendAsset(
  files: Map<string, Asset>,
  urlPath: string,
  plain: Asset,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const accepted = acceptedEncodings(request.headers["accept-encoding"]);
  const choice = ENCODINGS.flatMap(([encoding, ending]) => {
    const packed = files.get(urlPath + ending);
    return packed && accepted.has(encoding) ? [{ encoding, packed }] : [];
  })[0];
  const asset = choice?.packed ?? plain;
  if (choice) void reply.header("content-encoding", choice.encoding);
  return reply
    .headers({
      "cache-control": HASHED.test(urlPath) ? "public, max-age=31536000, immutable" : "no-cache",
      "content-security-policy": consolePolicy(""),
      "content-length": asset.size,
      vary: "accept-encoding",
    })
    .type(TYPES[path.extname(urlPath)] ?? "application/octet-stream")
    .send(createReadStream(asset.file));
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
