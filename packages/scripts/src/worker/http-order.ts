/** The table that a script hands to `http`, checked. */
import { type LuaValue, ScriptError } from "@hubwart/lua";
import type { HttpOrder } from "../messages.ts";
import { texts } from "../texts.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
const MOST_HEADERS = 32;
/** Set by the connection; a script could otherwise speak to another server behind the same address. */
const OWN_HEADERS = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
]);

/** @throws ScriptError */
export function httpOrder(given: LuaValue): HttpOrder {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ScriptError(texts.httpTableWanted);
  const { body = "", headers = {}, method = "GET", url } = given;
  if (typeof url !== "string" || url.length > 2_000) throw new ScriptError(texts.httpUrl);
  if (typeof method !== "string" || !METHODS.includes(method.toUpperCase()))
    throw new ScriptError(texts.httpMethod(METHODS.join(", ")));
  if (typeof body !== "string") throw new ScriptError(texts.httpBody);
  return { url, method: method.toUpperCase(), body, headers: headersOf(headers) };
}

function headersOf(given: LuaValue): Record<string, string> {
  // An empty table of Lua may be either.
  const entries = typeof given === "object" && given !== null ? Object.entries(given) : undefined;
  if (!entries || entries.length > MOST_HEADERS) throw new ScriptError(texts.httpHeaders(MOST_HEADERS));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const text = typeof value === "number" ? String(value) : value;
      if (
        !/^[A-Za-z0-9-]{1,100}$/.test(name) ||
        typeof text !== "string" ||
        !/^[\t\x20-\x7e]{0,2000}$/.test(text)
      )
        throw new ScriptError(texts.httpHeaderForbidden(name));
      if (OWN_HEADERS.has(name.toLowerCase())) throw new ScriptError(texts.httpHeaderOfHub(name));
      return [name.toLowerCase(), text];
    }),
  );
}
