/** Shapes used by several areas. */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import { LIMITS } from "./limits.ts";

export const unixSeconds = () => describe(z.number(), "Unix seconds");
export const unixMillis = () => describe(z.number(), "ms since the epoch");
export const isoTime = () => describe(z.string(), "ISO 8601 date-time");
export const bytes = () => describe(z.number(), "bytes");
export const percent = () => describe(z.number(), "percent");
/** Of a file that people name. */
export const fileName = () =>
  z.string().check(
    z.regex(/^[A-Za-z0-9_][A-Za-z0-9_. -]{0,199}$/, {
      error:
        "Erlaubt sind bis zu 200 Zeichen: A bis Z, a bis z, Ziffern, Leerzeichen und _ . -, am Anfang ein Buchstabe, eine Ziffer oder _.",
    }),
  );
/** Body and answer field of every password that is set. Length in Unicode code units. */
export const newPassword = () =>
  describe(
    z.string().check(z.minLength(LIMITS.passwordMin), z.maxLength(LIMITS.passwordMax)),
    "8 to 1024 characters",
  );
export const anyPassword = () => z.string().check(z.maxLength(LIMITS.passwordMax));
/** Query flags: `0`/`1` as in the specifications, or `true`/`false`. */
export const queryFlag = () =>
  z.pipe(
    z.enum(["0", "1", "true", "false"]),
    z.transform((text: "0" | "1" | "true" | "false") => text === "1" || text === "true"),
  );
export const queryInt = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));
export const POD_ALLOWED =
  "Erlaubt sind Typ und Name eines Pods, zum Beispiel mqtt.anlage: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.";
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
