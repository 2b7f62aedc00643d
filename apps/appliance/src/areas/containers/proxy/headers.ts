/** Additional headers as an administrator writes them: one a line, `Name: value`. */
import { HEADER_NAME, HEADER_VALUE } from "@hubwart/containers";
import { texts } from "./texts.ts";

export interface Header {
  name: string;
  value: string;
}

const MOST = 50;
/** These are the proxy's own matter: set by hand they would break the connection. */
const RESERVED = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
]);

/** The headers, or what is wrong with the first bad line, in German. */
export function parseHeaders(text: string): Header[] | string {
  const headers: Header[] = [];
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "") continue;
    const colon = line.indexOf(":");
    const name = colon === -1 ? "" : line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    const where = texts.line(index + 1);
    if (!HEADER_NAME.test(name)) return texts.headerExpected(where);
    if (RESERVED.has(name.toLowerCase())) return texts.setByProxy(where, name);
    if (!HEADER_VALUE.test(value)) return texts.badHeaderValue(where);
    if (headers.length === MOST) return texts.mostHeaders(MOST);
    headers.push({ name, value });
  }
  return headers;
}
