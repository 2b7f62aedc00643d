/**
 * InfluxDB beside the appliance. A document sent twice overwrites itself: its points carry the document's own time.
 */
import { waitAsked } from "@hubwart/core";
import { influxWrite, TargetError } from "@hubwart/core/delivery";
import { texts } from "../texts.ts";
import { documentLines } from "./document-lines.ts";
import type { Target } from "./target.ts";

export interface InfluxKeys {
  token: string;
  org: string;
  bucket: string;
}

export interface AddOnKeys extends InfluxKeys {
  /** The add-on's own for nothing, and for one of its own that was renewed since. */
  tokenFor: (typed: string) => string;
}

/** What was typed counts; what was left empty is the add-on's own, which the device made and nobody has to know. */
export function influxAccess(typed: InfluxKeys, addOn: AddOnKeys | undefined): InfluxKeys {
  const { bucket, org, token } = typed;
  if (!addOn) return { bucket, org, token };
  if (token !== "") return { bucket, org, token: addOn.tokenFor(token) };
  return { token: addOn.token, org: org || addOn.org, bucket: bucket || addOn.bucket };
}

export interface InfluxTargetParts {
  settings: () => InfluxKeys;
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
      const { bucket } = settings();
      if (bucket === "") throw new TargetError(texts.noBucket);
      const place = { host, port, shown, signal };
      const answer = await influxWrite(place, settings(), documentLines(content), "ms");
      const { said, status, version } = answer;
      if (status === 204) return texts.written(version, bucket);
      throw new TargetError(refusal(status, said, version), {
        retryAfter: status < 400 ? undefined : waitAsked(answer, Date.now()),
      });
    },
  };
}

function refusal(status: number, said: string, version: string): string {
  const reason =
    status === 401 || status === 403
      ? texts.tokenRefused
      : status === 404
        ? texts.noSuchBucket
        : texts.refused;
  return `${reason} (InfluxDB ${version}, HTTP ${status})${said === "" ? "." : `: ${said}`}`;
}
