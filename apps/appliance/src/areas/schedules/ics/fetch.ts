/**
 * Fetches a calendar over HTTP: bounded in time and size, with few redirections, none of which leads from elsewhere to this device, and
 * unchanged ones are not sent again (RFC 9110, 13).
 */
import { isIP } from "node:net";
import { netErrorText, VERSION } from "@hubwart/core";
import { AnswerTooLargeError, ask, type HttpReply } from "@hubwart/core/http";
import { connectionTo, isInternal } from "@hubwart/scripts/allowed-host";
import { texts } from "../texts.ts";

export interface Validators {
  etag?: string | undefined;
  modified?: string | undefined;
}

export type Fetched = { body: Buffer } & Validators;

export interface FetchOptions extends Validators {
  product: string;
  /** Bytes. */
  most: number;
  /** ms, each hop. */
  within: number;
  signal: AbortSignal;
}

const HOPS = 5;

/** Undefined: not changed. @throws Error with a German text that has nothing of the address but its host */
export async function fetchCalendar(address: string, options: FetchOptions): Promise<Fetched | undefined> {
  let url = new URL(address);
  const host = url.hostname;
  for (let hop = 0; hop <= HOPS; hop += 1) {
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(texts.calendars.onlyHttp);
    const bare = url.hostname.replace(/^\[|\]$/g, "");
    if (url.hostname !== host && isIP(bare) > 0 && isInternal(bare, []))
      throw new Error(texts.calendars.inside);
    const reply = await askOnce(url, options);
    const { headers, status } = reply;
    if (status === 304) return undefined;
    if (status === 200) return { body: reply.body, etag: headers.etag, modified: headers["last-modified"] };
    if (![301, 302, 303, 307, 308].includes(status) || headers.location === undefined)
      throw new Error(texts.calendars.refused(url.host, status));
    url = next(url, headers.location);
  }
  throw new Error(texts.calendars.circles);
}

/** @throws Error with a German text */
export function next(from: URL, location: string): URL {
  let to: URL;
  try {
    to = new URL(location, from);
  } catch {
    throw new Error(texts.calendars.circles);
  }
  if (from.protocol === "https:" && to.protocol === "http:") throw new Error(texts.calendars.weaker(to.host));
  return to;
}

async function askOnce(url: URL, options: FetchOptions): Promise<HttpReply> {
  const { etag, modified, most, product, signal, within } = options;
  const connection = await connectionTo(url);
  const secret =
    url.username === ""
      ? undefined
      : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  try {
    return await ask({
      ...connection,
      headers: {
        host: url.host,
        accept: "text/calendar, */*;q=0.1",
        "accept-encoding": "identity",
        "user-agent": `${product}/${VERSION}`,
        ...(secret === undefined ? {} : { authorization: `Basic ${Buffer.from(secret).toString("base64")}` }),
        ...(etag === undefined ? {} : { "if-none-match": etag }),
        ...(modified === undefined ? {} : { "if-modified-since": modified }),
      },
      signal,
      within,
      most,
    });
  } catch (error) {
    if (error instanceof AnswerTooLargeError)
      throw new Error(texts.calendars.tooLarge(most / 1024 ** 2), { cause: error });
    throw new Error(netErrorText(error, url.host), { cause: error });
  }
}
