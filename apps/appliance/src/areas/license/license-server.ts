/** The manufacturer's licence service as the device sees it: a signed licence or a clear refusal. */
import { CODES } from "@hubwart/contract";
import { netErrorText, ResultError } from "@hubwart/core";
import { AnswerTooLargeError, AnswerTooLateError } from "@hubwart/core/http";
import { LICENSE_MAX_LENGTH } from "@hubwart/license";
import * as z from "zod/mini";
import { type SmallAnswer, smallRequest, withoutSlash } from "../../platform/vendor/small-request.ts";
import { texts } from "./texts.ts";

/** Every method rejects with a ResultError that says why in German. */
export interface LicenseServer {
  /** The licence (compact JWS, unverified) of this key for this device. */
  activate(key: string, fingerprint: string): Promise<string>;
  /** A licence for development; only the embedded service gives one. */
  development(fingerprint: string): Promise<string>;
}

const granted = z.object({ license: z.string().check(z.maxLength(LICENSE_MAX_LENGTH)) });
const tooLong = z.object({ license: z.string() });
const refused = z.object({ error: z.string() });
const TIMEOUT = 15_000;
const FAILED = texts.unreachable;

export function createLicenseServer(base: string | undefined): LicenseServer {
  const ask = async (path: string, body: unknown): Promise<string> => {
    if (base === undefined) throw unreachableServer(texts.noServer);
    let answer;
    try {
      answer = await smallRequest({
        url: `${withoutSlash(base)}${path}`,
        method: "POST",
        body,
        timeout: TIMEOUT,
      });
    } catch (cause) {
      throw unreachableServer(`${FAILED} ${whyNot(cause, new URL(base).host)}.`, cause);
    }
    const license = granted.safeParse(answer.json);
    if (answer.status === 200 && license.success) return license.data.license;
    throw refusal(refused.safeParse(answer.json).data?.error) ?? unreachableServer(unusable(answer));
  };
  return {
    activate: (key, fingerprint) => ask("/v1/licenses/activate", { key, fingerprint }),
    development: (fingerprint) => ask("/v1/licenses/trial", { fingerprint }),
  };
}

function whyNot(error: unknown, host: string): string {
  if (error instanceof AnswerTooLargeError) return texts.tooMuch(host);
  if (error instanceof AnswerTooLateError) return texts.tooSlow(host);
  return netErrorText(error, host);
}

/** German: it was reached, and gives no licence. */
function unusable({ json, status }: SmallAnswer): string {
  if (status !== 200) return texts.status(status);
  if (tooLong.safeParse(json).success) return texts.tooLong;
  return texts.notALicense;
}

function unreachableServer(text: string, cause?: unknown) {
  return new ResultError(CODES.licenseServer, text, { cause });
}

function refusal(reason = ""): ResultError | undefined {
  switch (reason) {
    case "unknown_key":
    case "invalid":
      return new ResultError(CODES.licenseUnknown, texts.unknownKey);
    case "other_device":
      return new ResultError(CODES.licenseRefused, texts.keyOfOther);
    case "refused":
      return new ResultError(CODES.licenseRefused, texts.keyEnded);
    default:
      return undefined;
  }
}
