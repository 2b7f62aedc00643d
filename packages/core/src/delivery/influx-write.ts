/**
 * Writing lines to InfluxDB. Which interface it speaks is told by the version that `GET /ping` answers with: 1.x takes
 * `POST /write` (InfluxDB 1 API reference), later ones `POST /api/v2/write` (InfluxDB v2 API reference). With a 1.x
 * server the bucket is the database, and a token `user:password` signs in.
 */

import { waitAsked } from "../retry-after.ts";
import { texts } from "../texts.ts";
import { type Exchange, type ExchangeAnswer, exchange, saying } from "./exchange.ts";
import { TargetError } from "./target-error.ts";

/** Where, and until when. */
export type Place = Pick<Exchange, "host" | "port" | "tls" | "signal" | "within"> & {
  /** As people know it. */
  shown: string;
  /** Before each path; empty for most. */
  base?: string;
};

export interface InfluxSettings {
  token: string;
  org: string;
  bucket: string;
}

export interface InfluxAnswer {
  status: number;
  version: string;
  /** What the server says of a refusal. */
  said: string;
  headers: ExchangeAnswer["headers"];
  text: string;
}

/** @param precision of the timestamps; absent: ns */
export async function influxWrite(
  place: Place,
  { bucket, org, token }: InfluxSettings,
  body: string,
  precision?: "ms",
): Promise<InfluxAnswer> {
  const { base = "", shown, ...where } = place;
  const version = await versionOf(place);
  const first = version.startsWith("1.");
  const query = new URLSearchParams({
    ...(first ? { db: bucket } : { org, bucket }),
    ...(precision === undefined ? {} : { precision }),
  });
  const authorization = authorizationOf(token, first);
  const { headers, status, text } = await exchange({
    ...where,
    shown,
    method: "POST",
    path: `${base}${first ? "/write" : "/api/v2/write"}?${query.toString()}`,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      ...(authorization === undefined ? {} : { authorization }),
    },
    body,
  });
  return { headers, status, text, version, said: saying(text, "message", "error") };
}

async function versionOf({ base = "", shown, ...where }: Place): Promise<string> {
  const answer = await exchange({ ...where, shown, method: "GET", path: `${base}/ping` });
  const { headers, status } = answer;
  const version = headers["x-influxdb-version"];
  if (typeof version === "string" && version !== "") return version.replace(/^v/, "");
  if (status === 429 || status >= 500)
    throw new TargetError(texts.notReady(shown, status), {
      retryAfter: waitAsked(answer, Date.now()),
    });
  throw new TargetError(texts.notLikeInflux(shown, status));
}

function authorizationOf(token: string, first: boolean): string | undefined {
  if (token === "") return undefined;
  if (!first) return `Token ${token}`;
  return `Basic ${Buffer.from(token, "utf8").toString("base64")}`;
}
