/** The documents of the live channel API: AsyncAPI 3.0 for the WebSocket, OpenAPI 3.1 for plain HTTP. Made from `live.ts`. */
import * as z from "zod/mini";
import { failure, type Schema } from "./define.ts";
import {
  LIVE_CLOSE,
  LIVE_LIMITS,
  LIVE_PATH,
  liveAnswers,
  liveHttp,
  liveRequests,
  liveValue,
} from "./live.ts";

type Json = Record<string, unknown>;

const ABOUT = [
  `A client says hello with a token, or with user and password, within ${LIVE_LIMITS.helloWithin / 1000} s; then it subscribes and`,
  "writes. Present values follow a subscription at once, changes as they come, in batches; a client that reads slowly gets the",
  "newest value of each channel and misses the ones between. Users and their roles are made in the console (Resources, Users):",
  "`read`, `write`, or `read:PATTERNS write:PATTERNS`. Alarms are subscribed to as a whole: a user is told of those whose `source` the role",
  "opens for reading, and acknowledges those whose `source` it opens for writing.",
  `Limits: ${JSON.stringify(LIVE_LIMITS)}. Close codes: ${JSON.stringify(LIVE_CLOSE)}.`,
].join("\n");

export function asyncApi(product: string, version: string): Json {
  const messages = { ...named(liveRequests), ...named(liveAnswers) };
  const refs = (names: string[], at: string) => names.map((name) => ({ $ref: `#/${at}/${name}` }));
  const channel = { $ref: "#/channels/live" };
  return {
    asyncapi: "3.0.0",
    info: { title: `${product} live channels`, version, description: ABOUT },
    channels: {
      live: {
        address: LIVE_PATH,
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      fromClient: {
        action: "receive",
        channel,
        messages: refs(Object.keys(liveRequests), "channels/live/messages"),
      },
      toClient: {
        action: "send",
        channel,
        messages: refs(Object.keys(liveAnswers), "channels/live/messages"),
      },
    },
    components: { messages },
  };
}

function named(schemas: Readonly<Record<string, Schema>>): Json {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { name, contentType: "application/json", payload: toJson(schema, "input") },
    ]),
  );
}

export function liveOpenApi(product: string, version: string): Json {
  const failures = (statuses: Readonly<Record<number, string>>) =>
    Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [
        status,
        { description, content: json({ $ref: "#/components/schemas/Failure" }) },
      ]),
    );
  const common = {
    401: "Nobody's token or password.",
    403: "Passwords of this address are refused for now (`retry_after`, s), or the user may not write this channel.",
    429: "More requests than this user may send.",
    503: "The hub is not reached.",
  };
  const chan = { in: "path", name: "chan", required: true, schema: { type: "string" } };
  const { properties = {} } = toJson(liveHttp.list.query, "input") as { properties?: Record<string, Json> };
  return {
    openapi: "3.1.1",
    info: {
      title: `${product} channels over HTTP`,
      version,
      description: "Channels by name, for the users of the live channel API.",
    },
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        password: { type: "http", scheme: "basic" },
      },
      schemas: { Failure: toJson(failure, "output"), Value: toJson(liveValue, "output") },
    },
    security: [{ token: [] }, { password: [] }],
    paths: {
      [`${LIVE_PATH}/channels`]: {
        get: {
          operationId: "channels",
          summary: "Channels that the user may read, with their newest values.",
          parameters: Object.entries(properties).map(([name, schema]) => ({
            in: "query",
            name,
            required: false,
            schema,
          })),
          responses: {
            200: {
              description: "In the project's order.",
              content: json(toJson(liveHttp.list.answer, "output")),
            },
            ...failures({ 400: "The input does not fit.", ...common }),
          },
        },
      },
      [`${LIVE_PATH}/channels/{chan}`]: {
        get: {
          operationId: "channel",
          summary: "The newest value of a channel.",
          parameters: [chan],
          responses: {
            200: { description: "The value.", content: json({ $ref: "#/components/schemas/Value" }) },
            ...failures({ 404: "No such channel, or one that the user may not read.", ...common }),
          },
        },
        put: {
          operationId: "writeChannel",
          summary: "Writes a channel and waits up to two seconds for what becomes of it.",
          parameters: [chan],
          requestBody: { required: true, content: json(toJson(liveHttp.write.body, "input")) },
          responses: {
            200: { description: "`written`", content: json(toJson(liveHttp.write.answer, "output")) },
            202: { description: "`waiting`", content: json(toJson(liveHttp.write.answer, "output")) },
            409: {
              description: "`refused`, with the reason",
              content: json(toJson(liveHttp.write.answer, "output")),
            },
            ...failures({
              400: "The input does not fit.",
              404: "No such channel, or one that the user may not read.",
              ...common,
            }),
          },
        },
      },
    },
  };
}

const json = (schema: Json) => ({ "application/json": { schema } });

function toJson(schema: Schema, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
