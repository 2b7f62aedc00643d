/**
 * From http to https, where the device is set up so. Stays on http: what the device asks itself (its command line,
 * health checks, a proxy on it that ends TLS), the public files, the live channel API, whose clients follow no redirect, and everything as long as https does not listen.
 */
import type { IncomingMessage } from "node:http";
import { isLoopback } from "./connections.ts";

/**
 * Where the request belongs, or undefined if it may stay. Call it only with a request that `meantForUs` let pass: its
 * Host becomes part of the address.
 * @param httpsPort undefined while https does not listen
 */
export function httpsAddressOf(
  request: Pick<IncomingMessage, "url" | "headers" | "socket">,
  httpsPort: number | undefined,
): string | undefined {
  const { url = "/", headers, socket } = request;
  if (httpsPort === undefined || "encrypted" in socket) return undefined;
  if (isLoopback(socket.remoteAddress ?? "")) return undefined;
  if (/^\/(opt|ws)([/?]|$)/.test(url)) return undefined;
  const host = (headers.host ?? "").trim().replace(/:[0-9]+$/, "");
  return `https://${host}${httpsPort === 443 ? "" : `:${httpsPort}`}${url}`;
}
