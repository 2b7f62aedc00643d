/** The repository over HTTP: its files as they are, in ranges where asked. All of it is public; signatures protect it. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { isMissing } from "@hubwart/core";
import { REPOSITORY_PATH } from "@hubwart/releases";
import { servedFile } from "@hubwart/releases/publish";
import type { FastifyInstance } from "fastify";
import { rangeFrom } from "./range.ts";

export function serveReleases(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { "*": string } }>(`${REPOSITORY_PATH}/*`, async (request, reply) => {
    const name = request.params["*"];
    const file = servedFile(folder, name);
    // Opened once: what is published meanwhile changes nothing of this answer.
    const handle = file === undefined ? undefined : await openIfThere(file);
    if (handle === undefined) return reply.callNotFound();
    const { size } = await handle.stat();
    const range = rangeFrom(request.headers.range, size);
    reply.header("accept-ranges", "bytes");
    reply.header("cache-control", name.endsWith("timestamp.json") ? "no-cache" : "public, max-age=31536000");
    reply.type(name.endsWith(".json") ? "application/json" : "application/octet-stream");
    if (range === "none") {
      await handle.close();
      return reply.status(416).header("content-range", `bytes */${size}`).send();
    }
    if (range) reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
    const { start, end } = range ?? { start: 0, end: size - 1 };
    reply.header("content-length", end - start + 1);
    return reply.send(createReadStream("", { fd: handle, start, end }));
  });
}

async function openIfThere(file: string) {
  try {
    return await open(file, "r");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
