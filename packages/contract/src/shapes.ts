/** Shapes used by several areas. */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import { LIMITS } from "./limits.ts";
import { texts } from "./texts/shapes.ts";

export const unixSeconds = () => describe(z.number(), "Unix seconds");
export const unixMillis = () => describe(z.number(), "ms since the epoch");
export const isoTime = () => describe(z.string(), "ISO 8601 date-time");
export const bytes = () => describe(z.number(), "bytes");
export const percent = () => describe(z.number(), "percent");
/** Beside the file of a server certificate. */
export const keyOfCertificate = () => ({
  key: z.optional(
    describe(z.string().check(z.maxLength(65_536)), "private key (PEM), if it is not in the file"),
  ),
  pwd: z.optional(describe(z.string().check(z.maxLength(1_024)), "password of the key or the PKCS#12 file")),
});
/** Of a file that people name. */
export const fileName = () =>
  z.string().check(
    z.regex(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,199}$/, {
      error: texts.fileName,
    }),
  );
const secrets = new WeakSet<object>();
const secret = <S extends z.ZodMiniType>(schema: S): S => {
  secrets.add(schema);
  return schema;
};
/** Whether the field is a password or a code. */
export const isSecretShape = (schema: object): boolean => secrets.has(schema);
/** Body and answer field of every password that is set. Length in Unicode code units. */
export const newPassword = () =>
  secret(
    describe(
      z.string().check(z.minLength(LIMITS.passwordMin), z.maxLength(LIMITS.passwordMax)),
      "8 to 1024 characters",
    ),
  );
/** Six digits of an app, or a recovery code; spaces and hyphens do not count. */
export const oneTimeCode = () => secret(z.string().check(z.minLength(1), z.maxLength(40)));
export const anyPassword = () => secret(z.string().check(z.maxLength(LIMITS.passwordMax)));
/** Query flags: `0`/`1` as in the specifications, or `true`/`false`. */
export const queryFlag = () =>
  z.pipe(
    z.enum(["0", "1", "true", "false"]),
    z.transform((text: "0" | "1" | "true" | "false") => text === "1" || text === "true"),
  );
export const queryInt = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));
export const POD_ALLOWED = texts.pod;
export const podId = () =>
  describe(
    z.string().check(z.regex(/^[a-z][a-z0-9_]{0,31}\.[A-Za-z0-9_-]{1,64}$/, POD_ALLOWED)),
    "pod id `{type}.{name}`",
  );
export const logLevel = () => z.enum(["debug", "info", "warn", "error"]);
export const list = <S extends z.ZodMiniType>(item: S) => z.array(item);
/** A cell of the project's tables. */
export const projectCell = () =>
  z.object({
    column: z.string(),
    help: describe(z.string(), "German: what the column says"),
    value: z.optional(
      describe(z.union([z.string(), z.number(), z.boolean()]), "absent where the cell holds a secret"),
    ),
    secret: z.optional(z.literal(true)),
    unit: z.optional(z.string()),
    usual: z.optional(describe(z.literal(true), "the cell may as well be empty")),
  });
/** Where in the upload a row stands. */
export const projectPlace = () =>
  z.object({
    file: z.string(),
    table: z.string(),
    line: describe(z.number(), "as the spreadsheet shows it"),
  });

/** Whether `2026-02-30` is a day that there is. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
