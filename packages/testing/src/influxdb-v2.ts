/**
 * A stand-in for InfluxDB 2, which is not to be had for tests: `GET /ping` and `POST /api/v2/write` as the public
 * API reference describes them (docs.influxdata.com/influxdb/v2/api, "Write data"). Strict: what the reference
 * does not allow is refused with its status and its error object. `docs/test-peers.md` says what it cannot prove.
 *
 *     const influx = await startInfluxdbV2({ org: "haus", bucket: "hub", token: "…" });
 *     influx.lines;            // accepted lines
 *     influx.away = true;      // answers 503 from now on
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface InfluxdbV2 {
  readonly port: number;
  /** Accepted lines, in the order of arrival. */
  readonly lines: string[];
  away: boolean;
  stop(): Promise<void>;
}

export interface InfluxdbV2Options {
  org: string;
  bucket: string;
  token: string;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const PRECISIONS = new Set(["ms", "s", "us", "ns"]);
const NAME = String.raw`(?:\\[,= ]|[^,= \n\\]|\\(?![,= ]))+`;
const VALUE = String.raw`(?:-?\d+i|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|t|T|true|True|TRUE|f|F|false|False|FALSE|"(?:\\["\\]|[^"\\]|\\(?!["\\]))*")`;
const LINE = new RegExp(
  String.raw`^(?:\\[, ]|[^, \n\\#_]|\\(?![, ]))(?:\\[, ]|[^, \n\\]|\\(?![, ]))*(?:,${NAME}=${NAME})* ${NAME}=${VALUE}(?:,${NAME}=${VALUE})*(?: -?\d+)?$`,
);

export async function startInfluxdbV2(options: InfluxdbV2Options): Promise<InfluxdbV2> {
  const lines: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      const refused = error instanceof Refused ? error : new Refused(500, "internal error", String(error));
      response.writeHead(refused.status, { ...HEADERS, "content-type": "application/json; charset=utf-8" });
      response.end(JSON.stringify({ code: refused.code, message: refused.message }));
    });
  });
  const peer: InfluxdbV2 = {
    port: 0,
    lines,
    away: false,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (peer.away) throw new Refused(503, "unavailable", "service unavailable");
    if (url.pathname === "/ping" && (request.method === "GET" || request.method === "HEAD")) {
      response.writeHead(204, HEADERS).end();
      return;
    }
    if (url.pathname !== "/api/v2/write") throw new Refused(404, "not found", "path not found");
    if (request.method !== "POST") throw new Refused(405, "method not allowed", "Method Not Allowed");
    const accepted = accept(url.searchParams, request, Buffer.concat(parts).toString("utf8"), options);
    lines.push(...accepted);
    response.writeHead(204, HEADERS).end();
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(peer, { port: (server.address() as AddressInfo).port });
}

const HEADERS = { "X-Influxdb-Build": "OSS", "X-Influxdb-Version": "v2.7.12" };

function accept(
  query: URLSearchParams,
  request: IncomingMessage,
  body: string,
  { org, bucket, token }: InfluxdbV2Options,
): string[] {
  if (request.headers.authorization !== `Token ${token}`) {
    throw new Refused(401, "unauthorized", "unauthorized access");
  }
  for (const name of query.keys()) {
    if (!["org", "orgID", "bucket", "precision"].includes(name)) {
      throw new Refused(400, "invalid", `unknown query parameter ${name}`);
    }
  }
  if (!PRECISIONS.has(query.get("precision") ?? "ns")) throw new Refused(400, "invalid", "invalid precision");
  if (query.get("org") !== org)
    throw new Refused(404, "not found", `organization name "${query.get("org")}" not found`);
  if (query.get("bucket") !== bucket) {
    throw new Refused(404, "not found", `bucket "${query.get("bucket")}" not found`);
  }
  const type = request.headers["content-type"]?.split(";")[0];
  if (type !== "text/plain") throw new Refused(415, "invalid", "unsupported content type");
  const lines = body.split("\n").filter((line) => line !== "");
  if (lines.length === 0) throw new Refused(400, "invalid", "writing requires points");
  const wrong = lines.find((line) => !LINE.test(line));
  if (wrong !== undefined) throw new Refused(400, "invalid", `unable to parse '${wrong}'`);
  return lines;
}
