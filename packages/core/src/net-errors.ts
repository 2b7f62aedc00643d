/**
 * What went wrong on the network, in German, for the person who looks at a connection.
 * Codes: errno(3), Node's `tls` and `dns` modules, X509_V_ERR names of OpenSSL.
 */
import { type Entry, says } from "./says.ts";
import { texts } from "./texts.ts";

/** `target` is shown as given, e.g. `192.168.1.5:1883`; it must not hold a secret. */
export function netErrorText(error: unknown, target: string): string {
  const code = codeOf(error);
  if (code === undefined) return texts.noConnection(target);
  const tls = texts.tls[code];
  if (tls !== undefined) return texts.tlsRefused(target, tls);
  switch (code) {
    case "ECONNREFUSED":
      return texts.refusedConnection(target);
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
    case "EAI_NONAME":
      return texts.nameUnknown(target);
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
      return texts.unreachable(target);
    case "ETIMEDOUT":
    case "ESOCKETTIMEDOUT":
      return texts.timeout(target);
    case "ECONNRESET":
    case "EPIPE":
    case "ECONNABORTED":
      return texts.brokenOff(target);
    case "EMFILE":
    case "ENFILE":
      return texts.tooManyOpen;
    default:
      if (code === "EPROTO" || code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) {
        return texts.noTls(target, code);
      }
      return `${texts.noConnection(target)} (${code})`;
  }
}

/** The error's code; of several addresses tried, the first one's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return undefined;
}

/** `host:port`, an IPv6 address in brackets. */
export function address(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** What went wrong, for programs. */
export type NetReason =
  | "refused"
  | "name"
  | "unreachable"
  | "timeout"
  | "broken_off"
  | "used_up"
  | "tls"
  | "connection";

const NET_REASONS: readonly (readonly [NetReason, Entry])[] = [
  ["refused", texts.refusedConnection],
  ["name", texts.nameUnknown],
  ["unreachable", texts.unreachable],
  ["timeout", texts.timeout],
  ["broken_off", texts.brokenOff],
  ["used_up", texts.tooManyOpen],
  ["tls", texts.tlsRefused],
  ["tls", texts.noTls],
  ["connection", texts.noConnection],
];
const KNOWN = NET_REASONS.map(([reason, entry]) => ({ reason, is: says(entry) }));

/** The reason in a text that `netErrorText` made, also within a longer one. */
export const netReason = (text: string): NetReason | undefined => KNOWN.find(({ is }) => is(text))?.reason;
