/**
 * Against DNS rebinding: a page of a foreign name that resolves to this device must not reach it. A request's
 * Host has to be an address, `localhost`, or a name the device calls its own.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/**
 * One Host that is ours, and a target that names none itself: whoever forwards requests may read a second Host or
 * an absolute target differently from us (RFC 9112, 3.2).
 */
export function meantForUs(
  request: Pick<IncomingMessage, "url"> & Partial<Pick<IncomingMessage, "headers" | "headersDistinct">>,
  ownNames: readonly string[],
): boolean {
  // What the device asks itself came over no connection, and says its Host once.
  const [host, ...more] = request.headersDistinct
    ? (request.headersDistinct["host"] ?? [])
    : [request.headers?.host];
  return more.length === 0 && request.url?.startsWith("/") === true && hostAllowed(host, ownNames);
}

export function hostAllowed(header: string | undefined, ownNames: readonly string[]): boolean {
  if (header === undefined) return false;
  const host = withoutPort(header.trim().toLowerCase());
  if (host === undefined) return false;
  if (host.startsWith("[")) return isIP(host.slice(1, -1)) === 6;
  const name = host.replace(/\.$/, "");
  return isIP(name) === 4 || name === "localhost" || ownNames.some((own) => covers(own.toLowerCase(), name));
}

/** `*.` stands for one label, below two others at least. */
function covers(own: string, name: string): boolean {
  if (!own.startsWith("*.")) return own === name;
  const first = name.indexOf(".");
  return first > 0 && name.slice(first) === own.slice(1) && own.split(".").length > 2;
}

function withoutPort(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/.exec(host)?.[1];
}

/** The names under which a device of this host name is reached. */
export function namesOf(hostname: string): string[] {
  const short = hostname.split(".")[0] ?? hostname;
  return [...new Set([hostname, short, `${short}.local`])].filter((name) => name !== "");
}
