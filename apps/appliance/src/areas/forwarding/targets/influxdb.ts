/**
 * InfluxDB beside the appliance. Which interface it speaks is told by the version that `GET /ping` answers with:
 * 1.x takes `POST /write` (InfluxDB 1 API reference), later ones `POST /api/v2/write` (InfluxDB v2 API reference).
 * With a 1.x server the bucket is the database, and a token `user:password` signs in.
 *
 * A document sent twice overwrites itself: its points carry the document's own time.
 */
import { exchange, saying } from "./exchange.ts";
import { documentLines } from "./line-protocol.ts";
import { type Target, TargetError } from "./target.ts";

export interface InfluxSettings {
  token: string;
  org: string;
  bucket: string;
}

export interface InfluxTargetParts {
  settings: () => InfluxSettings;
  host: string;
  port: number;
  /** The fixed name people know it by. */
  shown: string;
}

export function influxTarget({ settings, host, port, shown }: InfluxTargetParts): Target {
  return {
    label: `InfluxDB (${shown})`,
    release: async () => undefined,
    async send(content, signal) {
      const { token, org, bucket } = settings();
      if (bucket === "") throw new TargetError("Es ist kein Bucket angegeben.");
      const place = { host, port, shown, signal };
      const version = await versionOf(place);
      const first = version.startsWith("1.");
      const query = first
        ? new URLSearchParams({ db: bucket, precision: "ms" })
        : new URLSearchParams({ org, bucket, precision: "ms" });
      const authorization = authorizationOf(token, first);
      const { status, text } = await exchange({
        ...place,
        method: "POST",
        path: `${first ? "/write" : "/api/v2/write"}?${query.toString()}`,
        headers: {
          "content-type": "text/plain; charset=utf-8",
          ...(authorization === undefined ? {} : { authorization }),
        },
        body: documentLines(content),
      });
      if (status === 204)
        return `InfluxDB ${version} hat das Dokument in „${bucket}“ geschrieben (HTTP 204).`;
      throw new TargetError(refusal(status, saying(text, "message", "error"), version));
    },
  };
}

async function versionOf(place: {
  host: string;
  port: number;
  shown: string;
  signal: AbortSignal;
}): Promise<string> {
  const { headers, status } = await exchange({ ...place, method: "GET", path: "/ping" });
  const version = headers["x-influxdb-version"];
  if (typeof version === "string" && version !== "") return version.replace(/^v/, "");
  throw new TargetError(`${place.shown} antwortet nicht wie InfluxDB (HTTP ${status})`);
}

function authorizationOf(token: string, first: boolean): string | undefined {
  if (token === "") return undefined;
  if (!first) return `Token ${token}`;
  return `Basic ${Buffer.from(token, "utf8").toString("base64")}`;
}

function refusal(status: number, said: string, version: string): string {
  const reason =
    status === 401 || status === 403
      ? "Das Token wird nicht angenommen oder darf nicht schreiben"
      : status === 404
        ? "Organisation oder Bucket gibt es nicht"
        : "Das Dokument wurde abgelehnt";
  return `${reason} (InfluxDB ${version}, HTTP ${status})${said === "" ? "." : `: ${said}`}`;
}
