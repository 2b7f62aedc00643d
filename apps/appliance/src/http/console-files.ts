/** The built console, as the server answers with it. */
import { builtFiles } from "@hubwart/core/built-files";
import type { FastifyReply, FastifyRequest } from "fastify";
import { READ_BY_ALL } from "./security-headers.ts";
import { texts } from "./texts.ts";

/** The client of the live channel API, for pages that are not ours. */
const FOR_PAGES = /^\/ws\//;

type Serve = (urlPath: string, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function consoleFiles(folder: string): Serve {
  const find = builtFiles({
    folder,
    texts,
    more: (urlPath) => (FOR_PAGES.test(urlPath) ? READ_BY_ALL : {}),
  });
  return (urlPath, request, reply) => {
    const { body, headers, status } = find(urlPath, request.headers["accept-encoding"]);
    return reply.code(status).headers(headers).send(body);
  };
}
