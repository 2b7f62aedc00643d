/**
 * The API document (OpenAPI 3.1.1), made from the contract alone. Calls beyond the specifications carry
 * `x-origin: ours`; field descriptions give the units.
 */
import * as z from "zod/mini";
import { calls } from "./calls.ts";
import { API_PREFIX, type CallSpec, failure, type Schema } from "./define.ts";
import { reachedByTokens } from "./token-reach.ts";

type Json = Record<string, unknown>;

const STATUS_TEXTS: Record<number, string> = {
  400: "The input does not fit; `fields` names what and why.",
  401: "No valid session, or a wrong password at sign-in.",
  403: "Sign-in is locked for this address, `retry_after` in seconds; or code 1205: the caller's level is below `x-needs`.",
  404: "Unknown address or object.",
  409: "Another change is in progress, or the save is stale.",
  413: "More was sent than is accepted.",
  500: "A defect of the appliance.",
  501: "Named by the contract, not built yet.",
  503: "A part that is needed is not there right now.",
};

export function openApi(product: string, version: string): Json {
  const paths: Record<string, Json> = {};
  const specs: [string, CallSpec][] = Object.entries(calls);
  for (const [name, spec] of specs) {
    const path = (paths[API_PREFIX + spec.path] ??= {});
    path[spec.method.toLowerCase()] = operation(name, spec);
  }
  return {
    openapi: "3.1.1",
    info: { title: `${product} API`, version },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        machine: {
          type: "http",
          scheme: "bearer",
          description: "a token of a program (`hwt_…`), see `/system/tokens`",
        },
        query: { type: "apiKey", in: "query", name: "auth_token" },
      },
      schemas: { Failure: toJson(failure, "output") },
    },
    paths,
  };
}

function operation(name: string, spec: CallSpec): Json {
  return {
    operationId: name,
    summary: spec.summary,
    "x-origin": spec.origin,
    "x-mutates": spec.mutates,
    ...(spec.needs === undefined ? {} : { "x-needs": spec.needs, "x-channels": spec.channels }),
    security:
      spec.access === "public"
        ? []
        : [
            { bearer: [] },
            ...(reachedByTokens(spec.path) ? [{ machine: [] }] : []),
            { query: [] },
            ...(spec.access === "setup" ? [{}] : []),
          ],
    parameters: [
      ...parameters(spec.params, "path"),
      ...parameters(spec.query, "query"),
      ...(spec.guard === undefined
        ? []
        : [{ in: "header", name: "If-Match", required: false, schema: { type: "string" } }]),
    ],
    ...requestBody(spec),
    responses: responses(spec),
  };
}

function parameters(schema: Schema | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJson(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    in: place,
    name,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function requestBody(spec: CallSpec): Json {
  if (spec.body) {
    return {
      requestBody: {
        required: true,
        content: { "application/json": { schema: toJson(spec.body, "input") } },
      },
    };
  }
  if (!spec.upload) return {};
  const fields = spec.upload.fields
    ? toJson(spec.upload.fields, "input")
    : { type: "object", properties: {} };
  const properties = {
    ...(fields["properties"] as Json),
    [spec.upload.file]: { type: "string", contentMediaType: "application/octet-stream" },
  };
  const schema = { type: "object", properties, required: [spec.upload.file] };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
}

function responses(spec: CallSpec): Json {
  const statuses = [
    400,
    ...(spec.access === "public" ? [] : [401, 403]),
    404,
    ...(spec.mutates ? [409] : []),
    ...(spec.body || spec.upload ? [413] : []),
    500,
    501,
    503,
    ...(spec.statuses ?? []),
  ];
  const failed = [...new Set(statuses)]
    .toSorted((a, b) => a - b)
    .map((status) => [
      String(status),
      {
        description: STATUS_TEXTS[status] ?? "",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    ]);
  const content = spec.content
    ? { [spec.content]: {} }
    : {
        "application/json": {
          schema: {
            oneOf: [
              spec.answer ? toJson(spec.answer, "output") : {},
              { $ref: "#/components/schemas/Failure" },
            ],
          },
        },
      };
  return {
    "200": { description: "`code` 0, or a result code from 1000 on.", content },
    ...Object.fromEntries(failed),
  };
}

function toJson(schema: Schema, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
