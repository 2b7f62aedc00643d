/** Public files under /opt/: confined to their folder, sandboxed in the browser, no dot files, no folder lists. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PUBLIC_FILES_POLICY } from "./security-headers.ts";

export function publicFiles(app: FastifyInstance, folder: string): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const urlPath = (request.url.split("?")[0] ?? "").slice("/opt".length);
    void reply.headers({ "content-security-policy": PUBLIC_FILES_POLICY });
    const { default: send } = await import("@fastify/send");
    const result = await send(request.raw, urlPath, {
      root: folder,
      dotfiles: "ignore",
      cacheControl: false,
    });
    if (result.type !== "file" || !(await inside(folder, result.metadata.path))) {
      result.stream.destroy();
      return reply.code(404).type("text/plain; charset=utf-8").send("Diese Datei gibt es nicht.\n");
    }
    void reply.code(result.statusCode).headers(result.headers).header("cache-control", "no-cache");
    return reply.send(result.stream);
  };
  app.get("/opt", (_request, reply) => reply.redirect("/opt/"));
  app.route({ method: ["GET", "HEAD"], url: "/opt/*", handler });
}

/** A link in the folder may not lead out of it. */
async function inside(folder: string, file: string): Promise<boolean> {
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(file)]);
    return real.startsWith(root + path.sep);
  } catch {
    return false;
  }
}
