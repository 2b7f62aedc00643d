/** Channels by name over plain HTTP, `/ws/channels…`, and the documents of the live channel API. */
import { CODES, type Schema } from "@hubwart/contract";
import { LIVE_LIMITS, LIVE_PATH, liveHttp } from "@hubwart/contract/live";
import {
  Bucket,
  type Clock,
  DeniedError,
  hasWildcard,
  InvalidInputError,
  NotFoundError,
} from "@hubwart/core";
import type { Credentials, LiveUser } from "@hubwart/live";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parse } from "../../../http/parse.ts";
import { API_POLICY } from "../../../http/security-headers.ts";
import { texts } from "../texts.ts";
import { accessOf } from "./access.ts";
import { type LiveChannels, NotWritableError } from "./channels.ts";
import type { Door } from "./door.ts";

export interface LiveHttpParts {
  door: Pick<Door, "admit" | "stands">;
  channels: LiveChannels;
  clock: Clock;
  documents: { asyncApi: () => Promise<string>; openApi: () => Promise<string> };
}

const STATUS = { written: 200, waiting: 202, refused: 409 } as const;
/** Requests that one with patterns counts for: they are held against every channel. */
const PATTERNS_COUNT = 20;
const RATE = { perSecond: LIVE_LIMITS.requestsPerSecond, atOnce: LIVE_LIMITS.requestsAtOnce };

export function serveLive(app: FastifyInstance, { door, channels, clock, documents }: LiveHttpParts): void {
  const rates = new Map<string, Bucket>();
  const admitted = new WeakMap<FastifyRequest, LiveUser>();

  /** Before any body is read. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    void reply.headers({ "cache-control": "no-store", "content-security-policy": API_POLICY });
    const credentials = credentialsOf(request.headers.authorization);
    if (!credentials) {
      // Not Basic, which browsers would ask for and keep.
      void reply.header("www-authenticate", 'Bearer realm="channels"');
      throw new DeniedError(texts.proofDemanded);
    }
    const user = await door.admit(credentials, request.ip);
    const rate = rates.get(user.username) ?? new Bucket(RATE, clock);
    rates.set(user.username, rate);
    if (!rate.take()) {
      return reply
        .code(429)
        .header("retry-after", 1)
        .send({ code: CODES.tooManyRequests, message: texts.tooManyRequests, retry_after: 1 });
    }
    admitted.set(request, user);
    return undefined;
  };
  /** A body may have been on its way for long. */
  const accessFor = (request: FastifyRequest) => {
    const user = admitted.get(request);
    if (!user || !door.stands(user)) throw new DeniedError(texts.signIn);
    return accessOf(user);
  };
  const chanOf = (request: FastifyRequest): string => {
    const { chan } = request.params as { chan: string };
    if (chan === "" || chan.length > 500) throw new NotFoundError(texts.noChannel);
    return chan;
  };
  const input = <S extends Schema>(schema: S, value: unknown, whole: string) => parse(schema, value, whole);

  app.get(`${LIVE_PATH}/channels`, { onRequest }, async (request) => {
    const { filter = [], offset = 0, limit = 1_000 } = input(liveHttp.list.query, request.query, "query");
    const names = typeof filter === "string" ? [filter] : filter;
    const patterns = names.filter(hasWildcard).length;
    if (patterns > LIVE_LIMITS.patterns) {
      const message = texts.patterns(LIVE_LIMITS.patterns);
      throw new InvalidInputError([{ field: "filter", message }]);
    }
    const access = accessFor(request);
    const rate = rates.get(access.user);
    for (let more = patterns > 0 ? PATTERNS_COUNT - 1 : 0; more > 0; more -= 1) rate?.take();
    return await channels.list(access, names, offset, limit);
  });
  app.get(`${LIVE_PATH}/channels/:chan`, { onRequest }, (request) =>
    channels.read(accessFor(request), chanOf(request)),
  );
  app.put(
    `${LIVE_PATH}/channels/:chan`,
    { onRequest, bodyLimit: LIVE_LIMITS.messageBytes },
    async (request, reply) => {
      const { value } = input(liveHttp.write.body, request.body, "body");
      const chan = chanOf(request);
      try {
        const outcome = await channels.write(accessFor(request), request.ip, chan, value);
        return await reply.code(STATUS[outcome.state]).send({ chan, ...outcome });
      } catch (error) {
        if (!(error instanceof NotWritableError)) throw error;
        return await reply.code(403).send({ code: CODES.locked, message: error.message });
      }
    },
  );
  for (const [name, document] of [
    ["asyncapi", documents.asyncApi],
    ["openapi", documents.openApi],
  ] as const) {
    app.get(`${LIVE_PATH}/${name}.json`, async (_request, reply) =>
      reply
        .headers({ "cache-control": "no-cache", "content-security-policy": API_POLICY })
        .type("application/json; charset=utf-8")
        .send(await document()),
    );
  }
}

/** Bearer token, or Basic (RFC 7617) with UTF-8. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  if (header === undefined || header.length > 4_096) return undefined;
  const token = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(header)?.[1];
  if (token !== undefined) return { token };
  const basic = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (basic === undefined) return undefined;
  const text = Buffer.from(basic, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 1 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
