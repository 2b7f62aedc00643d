/**
 * Under which name a browser called this device over https, for what is tied to such a name. Browsers send `Origin` with each POST of
 * their own accord (Fetch, 3.2), also through a proxy that decrypts; pages cannot choose it.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";

/** `https://name`, with the port where it is another; undefined by an address, not by https, or where `Host` says otherwise. */
export function siteOf({ host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">): string | undefined {
  if (host === undefined || origin === undefined || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const named = url.protocol === "https:" && url.origin === origin && url.host === host.toLowerCase();
  return named && !url.hostname.startsWith("[") && isIP(url.hostname) === 0 ? origin : undefined;
}
