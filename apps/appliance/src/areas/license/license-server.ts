/** The manufacturer's licence service as the device sees it: a signed licence or a clear refusal. */
import { CODES } from "@hubwart/contract";
import { ResultError } from "@hubwart/core";
import * as z from "zod/mini";
import { smallRequest, withoutSlash } from "../../platform/vendor/small-request.ts";

/** Every method rejects with a ResultError that says why in German. */
export interface LicenseServer {
  /** The licence (compact JWS, unverified) of this key for this device. */
  activate(key: string, fingerprint: string): Promise<string>;
  /** A licence for development; only the embedded service gives one. */
  development(fingerprint: string): Promise<string>;
}

const granted = z.object({ license: z.string().check(z.maxLength(16_384)) });
const refused = z.object({ error: z.string() });
const TIMEOUT = 15_000;

export function createLicenseServer(base: string | undefined): LicenseServer {
  const ask = async (path: string, body: unknown): Promise<string> => {
    if (base === undefined) throw unreachableServer("Es ist kein Lizenzserver eingerichtet.");
    let answer;
    try {
      answer = await smallRequest({
        url: `${withoutSlash(base)}${path}`,
        method: "POST",
        body,
        timeout: TIMEOUT,
      });
    } catch (cause) {
      throw unreachableServer(undefined, cause);
    }
    const license = granted.safeParse(answer.json);
    if (answer.status === 200 && license.success) return license.data.license;
    throw refusal(refused.safeParse(answer.json).data?.error);
  };
  return {
    activate: (key, fingerprint) => ask("/v1/licenses/activate", { key, fingerprint }),
    development: (fingerprint) => ask("/v1/licenses/trial", { fingerprint }),
  };
}

function unreachableServer(text = "Die Verbindung zum Lizenzserver ist fehlgeschlagen.", cause?: unknown) {
  return new ResultError(CODES.licenseServer, text, { cause });
}

function refusal(reason = ""): ResultError {
  switch (reason) {
    case "unknown_key":
    case "invalid":
      return new ResultError(CODES.licenseUnknown, "Dieser Lizenzschlüssel ist nicht bekannt.");
    case "other_device":
      return new ResultError(
        CODES.licenseRefused,
        "Dieser Lizenzschlüssel gehört bereits zu einem anderen Gerät.",
      );
    case "refused":
      return new ResultError(CODES.licenseRefused, "Dieser Lizenzschlüssel ist abgelaufen oder gesperrt.");
    default:
      return unreachableServer();
  }
}
