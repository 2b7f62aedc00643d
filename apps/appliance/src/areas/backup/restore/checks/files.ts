/**
 * Whether the files of a backup are what their names say, as far as there is a format: anybody may have written them. Runs in the
 * process that `inspect` starts.
 */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { TextDecoder } from "node:util";
import { withinBounds } from "@hubwart/core";
import { parsePodSettings } from "@hubwart/ipc";
import { isPoolState } from "@hubwart/stores";
import { problemInRecorded } from "@hubwart/stores/lake-check";
import { texts } from "../../texts.ts";
import { problemInTar } from "./tar.ts";

/** @param name of the file alone */
type Check = (file: string, name: string) => Promise<string | undefined>;

const BOUNDS = { depth: 80, members: 8_000_000 };

const textCheck =
  (fits: (text: string) => boolean, what: string): Check =>
  async (file) => {
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
      return fits(text) ? undefined : what;
    } catch {
      return what;
    }
  };

const json = (fits: (value: unknown) => boolean): Check =>
  textCheck((text) => withinBounds(text, BOUNDS) && fits(JSON.parse(text)), texts.notItsName);

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const areTexts = (value: unknown): boolean =>
  isFields(value) && Object.values(value).every((text) => typeof text === "string");

const isAuthority = (text: string): boolean => new X509Certificate(pem(text, "CERTIFICATE")).ca;

const isPair = (text: string): boolean =>
  new X509Certificate(pem(text, "CERTIFICATE")).checkPrivateKey(createPrivateKey(pem(text, "PRIVATE KEY")));

const isDeviceKey = (text: string): boolean => createPrivateKey(text).asymmetricKeyType === "ed25519";

/** By the file's name in the archive. What no line is about is bytes of its own kind, such as public files. */
const CHECKS: readonly (readonly [name: RegExp, check: Check])[] = [
  [/^retained\/pool\/(state|snapshots\/[^/]+)\.json$/, textCheck(isPoolState, texts.noRetained)],
  [/^pods\/pods\/settings\.json$/, textCheck((text) => parsePodSettings(text).size >= 0, texts.noJson)],
  [
    /^pod-secrets\/pods\/tokens\/[^/]+$/,
    textCheck((text) => /^[\x21-\x7e]{1,500}\s*$/.test(text), texts.noToken),
  ],
  [/^pod-secrets\/pods\/handover\/[^/]+\/secrets\.json$/, json(areTexts)],
  [
    /^pod-secrets\/.+\.knxkeys$/,
    textCheck(
      (text) => /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<Keyring[\s>]/s.test(text),
      texts.noKeyring,
    ),
  ],
  [/^scripts\/scripts\/active\.json$/, json((value) => isFields(value) && areTexts(value["scripts"] ?? {}))],
  [/^scripts\/scripts\/(settings|kept\/[^/]+)\.json$/, json(isFields)],
  [/^scripts\/scripts\/uploaded\/[^/]+$/, textCheck((text) => !text.includes("\0"), texts.noScript)],
  [/^authorities\/authorities\/[^/]+$/, textCheck(isAuthority, texts.noAuthority)],
  [/^certificates\/tls\/((own|proxy)\/)?[^/]+\.pem$/, textCheck(isPair, texts.keyDiffers)],
  [/^identity\/device-key\.pem$/, textCheck(isDeviceKey, texts.noDeviceKey)],
  [/^constants\/constants\/edited\.json$/, json((value) => isFields(value) && isFields(value["values"]))],
  [
    /^schedules\/schedules\/(edited|calendars|sources\/sources)\.json$/,
    json((value) => isFields(value) && value["format"] === 1),
  ],
  [/^device\/host-settings\.json$/, json(isFields)],
  [/^project\/projects\/current\.json$/, json((value) => isFields(value) && isVersion(value["version"]))],
  [
    /^project\/projects\/versions\/[^/]+\/(constants|places|meta|changes|marks)\.json$/,
    json((value) => typeof value === "object"),
  ],
  [/^recorded\/lake\/.*\.(parquet|log)$/, problemInRecorded],
  [/^data-[a-z]+\/add-ons\/[a-z]+\.tar$/, problemInTar],
];

/** German; undefined where all is well. */
export async function problemInFile(name: string, file: string): Promise<string | undefined> {
  const check = checkOf(name);
  return check && (await check(file, name.slice(name.lastIndexOf("/") + 1)));
}

export const hasCheck = (name: string): boolean => checkOf(name) !== undefined;

const checkOf = (name: string) => CHECKS.find(([pattern]) => pattern.test(name))?.[1];

const isVersion = (value: unknown) =>
  value === null || (typeof value === "string" && /^[0-9]{1,12}$/.test(value));

const pem = (text: string, label: string): string =>
  new RegExp(`-----BEGIN ${label}-----[A-Za-z0-9+/=\\s]+-----END ${label}-----`).exec(text)?.[0] ?? "";
