/**
 * `/m/{token}`: acknowledging by the link of a message. To look changes nothing, since programs that check mails follow links; what a
 * person presses does.
 */
import { AppError, errorText, type Logger, NotFoundError } from "@hubwart/core";
import { LINK_PATH } from "@hubwart/ipc";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuditTrail } from "../../http/ports.ts";
import type { HubLink } from "../../hub-link.ts";
import { donePage, LINK_HEADERS, linkPage, sayPage } from "./link-html.ts";
import { texts } from "./texts.ts";

export interface LinkPageOptions {
  hub: Pick<HubLink, "request">;
  audit: AuditTrail;
  log: Logger;
  /** IANA name of the device's zone. */
  zone: () => string;
}

/** A form without fields. */
const LARGEST_BODY = 1_024;

export function serveLinks(server: FastifyInstance, options: LinkPageOptions): void {
  const url = `${LINK_PATH}:token`;
  server.get(url, (request, reply) =>
    answer(options, reply, async () => linkPage(await look(options, request), options.zone())),
  );
  void server.register((scope, _options, done) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer", bodyLimit: LARGEST_BODY },
      (_request, _body, parsed) => parsed(null),
    );
    scope.post(url, { bodyLimit: LARGEST_BODY }, (request, reply) =>
      answer(options, reply, () => acknowledge(options, request)),
    );
    done();
  });
}

const look = ({ hub }: LinkPageOptions, request: FastifyRequest) =>
  hub.request("alarmLink", { token: tokenOf(request) });

async function acknowledge(options: LinkPageOptions, request: FastifyRequest): Promise<string> {
  const { audit, hub, zone } = options;
  const { alarms, by, done } = await hub.request("alarmLinkAck", {
    token: tokenOf(request),
    address: request.ip,
  });
  if (done.length === 0) {
    const found = await look(options, request);
    return found.used === undefined ? donePage([], zone()) : linkPage(found, zone());
  }
  audit.record({
    call: "alarmLinkAck",
    address: request.ip,
    code: 0,
    before: undefined,
    after: {
      by,
      done: done.length,
      alarms: alarms.slice(0, 20).map(({ source, text }) => `${text} (${source})`),
    },
  });
  return donePage(alarms, zone());
}

const tokenOf = (request: FastifyRequest): string =>
  (request.params as { token?: string }).token?.slice(0, 100) ?? "";

async function answer(
  { log }: LinkPageOptions,
  reply: FastifyReply,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  void reply.headers(LINK_HEADERS).type("text/html; charset=utf-8");
  try {
    return await reply.send(await work());
  } catch (error) {
    if (error instanceof NotFoundError) return reply.code(404).send(sayPage(texts.link.unknown));
    if (!(error instanceof AppError)) log.error(errorText(error));
    return reply.code(503).header("retry-after", "60").send(sayPage(texts.link.away));
  }
}
