/** Public files under /opt/: confined to their folder, sandboxed in the browser, no dot files, no folder lists. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { ErrorSendResult, FileSendResult as FileResult } from "@fastify/send";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PUBLIC_FILES_HEADERS } from "./security-headers.ts";
import { texts } from "./texts.ts";

export function publicFiles(app: FastifyInstance, folder: string): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const urlPath = (request.url.split("?")[0] ?? "").slice("/opt".length);
    void reply.headers(PUBLIC_FILES_HEADERS);
    const result = await find(request, urlPath, folder);
    if (result?.type === "error")
      return reply.code(result.statusCode).header("content-range", result.headers["Content-Range"]).send();
    if (!result) return reply.code(404).type("text/plain; charset=utf-8").send(texts.noSuchFile);
    void reply.code(result.statusCode).headers(result.headers).header("cache-control", "no-cache");
    return reply.send(result.stream);
  };
  app.get("/opt", (_request, reply) => reply.redirect("/opt/"));
  app.route({ method: ["GET", "HEAD"], url: "/opt/*", handler });
}

/** A range that begins behind the end of its file (RFC 9110, 15.5.17); says how long the file is. */
type Unsatisfiable = ErrorSendResult;

/** The folder may be a link that is moved to another one at any moment: one answer keeps to one of them. */
async function find(
  request: FastifyRequest,
  urlPath: string,
  folder: string,
): Promise<FileResult | Unsatisfiable | undefined> {
  const { default: send } = await import("@fastify/send");
  let root = await realpath(folder).catch(() => undefined);
  while (root !== undefined) {
    const result = await send(request.raw, urlPath, { root, dotfiles: "ignore", cacheControl: false });
    if (result.type === "file" && (await inside(root, result.metadata.path))) return result;
    result.stream.destroy();
    if (result.type === "error" && result.statusCode === 416) return result;
    const now = await realpath(folder).catch(() => undefined);
    if (now === root) return undefined;
    root = now;
  }
  return undefined;
}

/** A link in the folder may not lead out of it. */
async function inside(root: string, file: string): Promise<boolean> {
  try {
    return (await realpath(file)).startsWith(root + path.sep);
  } catch {
    return false;
  }
}
